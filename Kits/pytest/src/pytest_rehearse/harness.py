"""Finds the files that drive tests beside their own, so that a change of them is not taken for one of the app."""
import ast

# Folders that belong to tests. Elsewhere a module beside a test may as well be the app's.
FOLDERS = {"test", "tests", "testing", "bench", "benchmark", "benchmarks", "perf", "performance"}


def helpers(files, root, paths):
    """What drives these test files, by paths in `root`: each `conftest.py` that pytest looks for, whether it is
    there now or not, and the modules in folders of tests that all of them import. `paths` is pytest's pythonpath."""
    files = set(files)
    folders = {folder for file in files for folder in file.parents if folder.is_relative_to(root)}
    conftests = {folder / "conftest.py" for folder in folders}
    waiting = [*files, *conftests, *(folder / "__init__.py" for folder in folders)]
    found = set()
    while waiting:
        file = waiting.pop()
        if file not in found and (file in files or file in conftests or is_of_tests(file, root)):
            found.add(file)
            waiting += imports(file, root, paths)
    return sorted(file.relative_to(root).as_posix() for file in found - files)


def is_of_tests(file, root):
    if not file.is_relative_to(root) or not file.is_file():
        return False
    return any(part.lower() in FOLDERS for part in file.relative_to(root).parts[:-1])


def imports(file, root, paths):
    """Where the modules that a file imports may be, and the packages around them."""
    try:
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
    except (OSError, SyntaxError, ValueError):
        # It is not there, or nothing can import it.
        return
    around = list(file.parents)
    above = [folder for folder in around if folder.is_relative_to(root)]
    for node in nodes:
        bases, names = [*above, *paths], []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # A name is a module of the package, or something in it.
            names = [".".join(filter(None, [node.module, alias.name])) for alias in node.names]
            if node.level:
                bases = around[node.level - 1:node.level]
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value and any(
                getattr(target, "id", None) == "pytest_plugins"
                for target in (node.targets if isinstance(node, ast.Assign) else [node.target])):
            names = [text.value for text in ast.walk(node.value)
                     if isinstance(text, ast.Constant) and isinstance(text.value, str)]
        for place in bases:
            for name in names:
                module = place
                for part in name.split("."):
                    yield module / f"{part}.py"
                    module = module / part
                    yield module / "__init__.py"
