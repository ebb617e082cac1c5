"""What the client of the public SDK makes of `rehearse mcp`: agent.py REHEARSE FOLDER CALLS, as JSON.

CALLS is a list of [tool, arguments] in JSON. The client validates every answer against the tool's own schema.
"""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import McpError


async def answer(session, tool, arguments):
    news = []

    async def hear(progress, total, message):
        news.append([progress, message])

    try:
        result = await session.call_tool(tool, arguments, progress_callback=hear)
    except McpError as error:
        return {"error": error.error.code, "message": error.error.message}
    return {
        "isError": result.isError, "object": result.structuredContent, "news": news,
        "texts": [content.text for content in result.content],
    }


async def found(rehearse, folder, calls):
    server = StdioServerParameters(command=rehearse, args=["mcp"], cwd=folder)
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        hello = await session.initialize()
        await session.send_ping()
        tools = (await session.list_tools()).tools
        return {
            "version": hello.protocolVersion, "server": hello.serverInfo.name,
            "readOnly": {tool.name: tool.annotations.readOnlyHint for tool in tools},
            "answers": [await answer(session, tool, arguments) for tool, arguments in calls],
        }


print(json.dumps(asyncio.run(found(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))))
