import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = join(dirname(dirname(fileURLToPath(import.meta.url))), '/');

const packageFolder = /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Writes which packages are in each bundle, for the list of parts that a release brings (scripts/sbom.ts). */
export function bundledPackages(): Plugin {
  return {
    name: 'bundled-packages',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const modules = chunks.flatMap((chunk) => chunk.moduleIds.map((id) => id.replaceAll('\\', '/')));
      const folders = modules.flatMap((id) => {
        const folder = packageFolder.exec(id)?.[0].slice(0, -1);
        return folder === undefined ? [] : [folder.slice(root.replaceAll('\\', '/').length)];
      });
      mkdirSync(join(root, 'out/packages'), { recursive: true });
      const list = JSON.stringify([...new Set(folders)].toSorted());
      writeFileSync(join(root, 'out/packages', `${this.environment.name}.json`), list);
    },
  };
}

const builtinImport = /^import (?:(\w+)|\{([^}]*)\}|\* as (\w+)) from "(node:[^"]+)";$/gm;

/**
 * Takes Node's own modules without `import` in main: that reads every name of a module, and some names load more
 * (`node:http` loads all of undici, a seventh of the time that the bundle needs).
 */
export function quickBuiltins(): Plugin {
  return {
    name: 'quick-builtins',
    applyToEnvironment: ({ name }) => name === 'main',
    renderChunk: (code) =>
      code.replaceAll(builtinImport, (_all, alone?: string, names?: string, whole?: string, module = '') => {
        const found = `process.getBuiltinModule("${module}")`;
        if (names === undefined) return `const ${alone ?? whole ?? ''} = ${found};`;
        return `const {${names.replaceAll(' as ', ': ')}} = ${found};`;
      }),
  };
}

/** The modules that the first view of the window needs, under one name: each file of its own costs a request at the start. */
export function firstView() {
  const modules = new Set<string>();
  const plugin: Plugin = {
    name: 'first-view',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      modules.clear();
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const pages = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry === true);
      // Without the script of the page itself: it waits for main, and nothing that it loads may wait for it.
      const found = pages.flatMap(importsOf).flatMap(importsOf);
      for (const id of found) {
        if (modules.has(id)) continue;
        modules.add(id);
        found.push(...importsOf(id));
      }
    },
  };
  return { plugin, group: { name: 'first-view', test: (id: string) => modules.has(id) } };
}
