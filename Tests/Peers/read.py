"""Reads files by the readers of the tools they are for, many in one start, and prints as JSON what
was found, in the order of the requests: a JSON list of {"as": KIND, "file": PATH, ...} in a file whose
path is the argument. What a reader refuses is {"refused": WORDS}."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(sys.executable).parent


def command(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    return {"status": done.returncode, "output": done.stdout, "errors": done.stderr}


def junit(request):
    import junitparser

    def case(one):
        results = [
            {"kind": type(result).__name__, "type": result.type, "message": result.message,
             "text": result.text or ""} for result in one.result
        ]
        return {"class": one.classname, "name": one.name, "time": one.time, "results": results}

    return [
        {"name": suite.name, "tests": suite.tests, "failures": suite.failures,
         "errors": suite.errors, "skipped": suite.skipped, "timestamp": suite.timestamp,
         "properties": {property.name: property.value for property in suite.properties()},
         "cases": [case(one) for one in suite]}
        for suite in junitparser.JUnitXml.fromfile(request["file"])
    ]


def pyperf(request):
    import pyperf

    suite = pyperf.BenchmarkSuite.load(request["file"])
    program = PROGRAMS / "pyperf"
    other = request.get("other", request["file"])
    return {
        "benchmarks": {
            benchmark.get_name(): {"unit": benchmark.get_unit(), "values": benchmark.get_values()}
            for benchmark in suite.get_benchmarks()
        },
        "check": command(program, "check", request["file"]),
        "stats": command(program, "stats", request["file"]),
        "compare": command(program, "compare_to", request["file"], other),
    }


def google_benchmark(request):
    script = "/usr/share/benchmark/compare.py"
    other = request.get("other", request["file"])
    return command(sys.executable, script, "--no-color", "benchmarks", request["file"], other)


def openmetrics(request):
    from prometheus_client.openmetrics import parser

    with open(request["file"], encoding="utf-8") as file:
        return [
            {"name": family.name, "type": family.type, "unit": family.unit,
             "samples": [[sample.name, sample.labels, sample.value] for sample in family.samples]}
            for family in parser.text_fd_to_metric_families(file)
        ]


def otava(request):
    with open(request["file"], encoding="utf-8") as file:
        columns = file.readline().rstrip("\n").split(",")[3:]
    metrics = {
        f"m{index}": {"column": column, "direction": -1} for index, column in enumerate(columns)
    }
    # YAML is a superset of JSON.
    configuration = {
        "tests": {"exported": {
            "type": "csv", "file": request["file"], "time_column": "time",
            "attributes": ["commit", "branch"], "metrics": metrics,
        }}
    }
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        json.dump(configuration, file)
        file.flush()
        environment = os.environ | {"OTAVA_CONFIG": file.name}
        program = PROGRAMS / "otava"
        return {
            "validate": command(program, "validate", env=environment),
            "analyze": command(
                program, "analyze", "exported", "--since", "1970-01-01", env=environment),
        }


def schema(request):
    import jsonschema

    with open(request["schema"], encoding="utf-8") as file:
        rules = json.load(file)
    with open(request["file"], encoding="utf-8") as file:
        document = json.load(file)
    jsonschema.Draft202012Validator.check_schema(rules)
    folder = pathlib.Path(request["schema"]).parent

    def retrieve(uri):
        from referencing import Resource

        return Resource.from_contents(json.loads((folder / uri.rsplit("/", 1)[-1]).read_text()))

    from referencing import Registry

    validator = jsonschema.Draft202012Validator(rules, registry=Registry(retrieve=retrieve))
    return [
        f"{'/'.join(str(part) for part in error.absolute_path)}: {error.message[:300]}"
        for error in validator.iter_errors(document)
    ]


def xsd(request):
    import xmlschema

    rules = xmlschema.XMLSchema(request["schema"])
    return [f"{error.path}: {error.reason}" for error in rules.iter_errors(request["file"])]


READERS = {
    "junit": junit, "pyperf": pyperf, "google-benchmark": google_benchmark,
    "openmetrics": openmetrics, "otava": otava, "schema": schema,
    "xsd": xsd,
}


def read(request):
    try:
        return READERS[request["as"]](request)
    except Exception as error:
        return {"refused": f"{type(error).__name__}: {error}"}


with open(sys.argv[1], encoding="utf-8") as requests:
    json.dump([read(request) for request in json.load(requests)], sys.stdout)
