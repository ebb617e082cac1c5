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


def pprof(request):
    """By the descriptions that protoc makes of pprof's own file."""
    import gzip

    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    rules = pathlib.Path(__file__).parent / "schemas/profile.proto"
    with tempfile.NamedTemporaryFile() as described:
        subprocess.run(
            ["protoc", f"--proto_path={rules.parent}", f"--descriptor_set_out={described.name}",
             rules.name], check=True)
        files = descriptor_pb2.FileDescriptorSet.FromString(described.read())
    pool = descriptor_pool.DescriptorPool()
    pool.Add(files.file[0])
    message = message_factory.GetMessageClass(
        pool.FindMessageTypeByName("perftools.profiles.Profile"))
    with gzip.open(request["file"]) as file:
        profile = message.FromString(file.read())
    texts = profile.string_table
    assert texts[0] == "" and len(set(texts)) == len(texts)
    functions = {function.id: texts[function.name] for function in profile.function}
    mappings = {mapping.id: texts[mapping.filename] for mapping in profile.mapping}
    places = {
        # Of several functions the last is the one whose code it is.
        place.id: [
            [functions[line.function_id], mappings[place.mapping_id]]
            + (["inlined"] if number < len(place.line) - 1 else [])
            for number, line in reversed(list(enumerate(place.line)))
        ]
        for place in profile.location
    }
    return {
        "types": [[texts[kind.type], texts[kind.unit]] for kind in profile.sample_type],
        "first": texts[profile.mapping[0].filename], "period": profile.period,
        "start": profile.time_nanos, "default": texts[profile.default_sample_type],
        "samples": [
            {"stack": [line for place in reversed(sample.location_id) for line in places[place]],
             "values": list(sample.value),
             "labels": {texts[label.key]: texts[label.str] for label in sample.label}}
            for sample in profile.sample
        ],
    }


def firefox_profiler(request):
    """As docs-developer/custom-importer.md of the profiler reads a sample's functions."""
    with open(request["file"], encoding="utf-8") as file:
        profile = json.load(file)
    shared = profile["shared"]
    tables = [table for table in shared.values() if isinstance(table, dict)]
    for thread in profile["threads"]:
        tables += [thread["samples"], thread["markers"]]
    for table in tables:
        assert all(len(column) == table["length"] for column in table.values()
                   if isinstance(column, list))
    stacks, frames, functions = shared["stackTable"], shared["frameTable"], shared["funcTable"]

    def stack(index):
        names = []
        while True:
            function = frames["func"][stacks["frame"][index]]
            names.insert(0, shared["stringArray"][functions["name"][function]])
            offset = stacks["prefixOffset"][index]
            if not offset:
                return names
            index -= offset

    return [
        {"name": thread["name"],
         "samples": [[stack(index), weight] for index, weight in
                     zip(thread["samples"]["stack"], thread["samples"]["weight"])]}
        for thread in profile["threads"]
    ]


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
    "xsd": xsd, "pprof": pprof, "firefox-profiler": firefox_profiler,
}


def read(request):
    try:
        return READERS[request["as"]](request)
    except Exception as error:
        return {"refused": f"{type(error).__name__}: {error}"}


with open(sys.argv[1], encoding="utf-8") as requests:
    json.dump([read(request) for request in json.load(requests)], sys.stdout)
