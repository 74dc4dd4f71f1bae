import { relative, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundlePath } from './bundle-path.ts';

const root = resolve('/srv/app/renderer');
const at = (path: string) => resolve(root, path);

describe('bundlePath', () => {
  test.each([
    ['app://bundle/index.html', 'index.html'],
    ['app://bundle/', 'index.html'],
    ['app://bundle/assets/a-1.js?x=1#y', 'assets/a-1.js'],
    // URL resolves the dots before bundlePath sees them, so these stay inside the bundle.
    ['app://bundle/%2e%2e/main/main.js', 'main/main.js'],
    ['app://bundle/assets/gr%C3%BCn.css', 'assets/grün.css'],
  ])('%s is a file of the bundle', (address, file) => {
    expect(bundlePath(root, address)).toBe(at(file));
  });

  test.each([
    'https://bundle/index.html',
    'app://other/index.html',
    'app://bundle:80/index.html',
    'app://user@bundle/index.html',
    'app://bundle/..%2fmain/main.js',
    'app://bundle/%252e%252e/main/main.js',
    'app://bundle/a%5c..%5cb',
    'app://bundle/a%00.html',
    'app://bundle/C:/windows',
    'app://bundle/file.html::$DATA',
    'app://bundle/%E0%A4%A',
    'not an address',
  ])('%s is refused', (address) => {
    expect(bundlePath(root, address)).toBeNull();
  });

  const hostile = `.. . %2e%2e %2E. %252e / // %2f %5c \\ %00 : ::$DATA C: renderer renderer-evil index.html assets main % %c0%ae ~ ü ? # @ app: \u202e`;
  const piece = fc.constantFrom(' ', ...hostile.split(' '));

  test('no address leads outside the bundle', () => {
    let inside = 0;
    const runs = Number(process.env['COUNTERSIGN_RUNS'] ?? 100_000);
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ maxLength: 6 })), { maxLength: 12 }),
        (pieces) => {
          const file = bundlePath(root, `app://bundle/${pieces.join('')}`);
          if (file === null) return;
          inside += 1;
          const way = relative(root, file);
          expect(way === '' || way === '..' || way.startsWith(`..${sep}`) || resolve(root, way) !== file).toBe(false);
          // A folder next to the bundle, whose name begins with the bundle's name, is outside.
          expect(file.startsWith(root + sep)).toBe(true);
        },
      ),
      { numRuns: runs },
    );
    expect(inside).toBeGreaterThan(runs / 100);
  });
});
