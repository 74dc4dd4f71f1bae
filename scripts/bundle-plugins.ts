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

const iconIndex = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
const iconFile = /\/lucide-react\/dist\/esm\/icons\/(.+)\.mjs$/;
const namedIcons = /import \{([^}]*)\} from ["']lucide-react["']/g;
const exportedIcon = /^export \{ (.*) \} from '\.\/icons\/(.+)\.mjs';$/gm;

/** Returns the files of the icons that these modules name. The index imports all icons, which is no need for them. */
function iconsOf(codes: readonly string[], index: string): ReadonlySet<string> {
  const files = new Map(
    [...index.matchAll(exportedIcon)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), file] as const),
    ),
  );
  const named = codes.flatMap((code) => [...code.matchAll(namedIcons)].flatMap(([, names = '']) => names.split(',')));
  return new Set(named.flatMap((name) => files.get(name.trim().replace(/ as .*$/, '')) ?? []));
}

/** The modules that the first view of the window needs, under one name: each file of its own costs a request at the start. */
export function firstView() {
  const modules = new Set<string>();
  const plugin: Plugin = {
    name: 'first-view',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      modules.clear();
      const infoOf = (id: string) => this.getModuleInfo(id);
      const importsOf = (id: string) => infoOf(id)?.importedIds ?? [];
      const pages = [...this.getModuleIds()].filter((id) => infoOf(id)?.isEntry === true);
      // Without the script of the page itself: it waits for main, and nothing that it loads may wait for it.
      const found = pages.flatMap(importsOf).flatMap(importsOf);
      for (const id of found) {
        if (modules.has(id)) continue;
        modules.add(id);
        found.push(...importsOf(id));
      }
      const codes = [...modules].flatMap((id) => (iconFile.test(id) ? [] : (infoOf(id)?.code ?? [])));
      const icons = iconsOf(codes, infoOf([...modules].find((id) => iconIndex.test(id)) ?? '')?.code ?? '');
      for (const id of modules) {
        const icon = iconFile.exec(id)?.[1];
        if (icon !== undefined && !icons.has(icon)) modules.delete(id);
      }
    },
  };
  return { plugin, group: { name: 'first-view', test: (id: string) => modules.has(id) } };
}
