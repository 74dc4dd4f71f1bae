import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workflowFaults } from './workflow-lint.ts';

const folder = join(dirname(import.meta.dirname), '.github/workflows');
const names = readdirSync(folder).filter((name) => name.endsWith('.yml'));

test.each(names)('%s has no fault', (name) => {
  expect(workflowFaults(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});

const pinned = `actions/upload-artifact@${'a'.repeat(40)}`;
const sound = `name: sound
on: { push: { branches: [main] }, workflow_dispatch: }
permissions: { contents: read }
jobs:
  first:
    strategy: { matrix: { runner: [ubuntu-24.04] } }
    runs-on: \${{ matrix.runner }}
    timeout-minutes: 9
    outputs: { version: '\${{ steps.read.outputs.version }}' }
    steps:
      - id: read
        run: echo \${{ runner.os }}
        shell: bash
      - if: matrix.runner == 'ubuntu-24.04' && steps.read.outcome == 'success'
        run: echo "\${{ hashFiles('a') }}"
      - { uses: ${pinned}, with: { name: 'x-\${{ matrix.runner }}' } }
  last:
    needs: first
    if: github.ref == 'refs/heads/main' && always()
    runs-on: ubuntu-24.04
    timeout-minutes: 9
    steps:
      - { uses: ${pinned.replace('upload', 'download')}, with: { name: x-ubuntu-24.04 } }
      - run: echo \${{ needs.first.outputs.version }}
        env: { TOKEN: '\${{ secrets.TOKEN }}' }
`;

test('a sound workflow has no fault', () => {
  expect(workflowFaults(sound)).toEqual([]);
});

describe('a fault is found:', () => {
  test.each<[what: string, from: string, to: string, fault: RegExp]>([
    ['no YAML', 'jobs:', 'jobs: [', /./],
    ['a key twice', 'timeout-minutes: 9', 'timeout-minutes: 9\n    timeout-minutes: 8', /unique/],
    ['a key of a workflow', 'name: sound', 'nam: sound', /name|nam/],
    ['a key of a job', 'needs: first', 'need: first', /Unrecognized key: "need"/],
    ['a key of a step', 'shell: bash', 'shel: bash', /Unrecognized key: "shel"/],
    ['a shell', 'shell: bash', 'shell: zsh', /shell/],
    ['an event', 'workflow_dispatch:', 'workflow_dispach:', /Unrecognized key: "workflow_dispach"/],
    ['a right', 'contents: read', 'contents: write', /contents/],
    ['an action without a hash', pinned, 'actions/upload-artifact@v4', /pinned to a hash/],
    ['a step with nothing to do', 'run: echo ${{ runner.os }}', "name: 'x'", /either uses/],
    ['a job without a bound', '    timeout-minutes: 9\n    outputs', '    outputs', /timeout-minutes/],
    ['a job that is not there', 'needs: first', 'needs: frist', /frist, which is no job/],
    ['a circle', 'runs-on: ${{ matrix.runner }}', 'needs: last\n    runs-on: ${{ matrix.runner }}', /waits for itself/],
    ['a runner', '[ubuntu-24.04]', '[ubuntu-24.4]', /ubuntu-24.4, which is no runner/],
    ['a runner without a matrix', 'runs-on: ubuntu-24.04', 'runs-on: ubuntu-latst', /ubuntu-latst/],
    ['an axis', 'if: matrix.runner ==', 'if: matrix.runer ==', /no runer/],
    ['a step that comes later', 'id: read', 'id: red', /id read/],
    ['a part of a runner', 'runner.os', 'runner.oss', /no oss/],
    ['a job that it does not need', 'needs.first.outputs', 'needs.other.outputs', /no job other/],
    ['an output', 'outputs.version }}\n        env', 'outputs.versin }}\n        env', /gives no versin/],
    ['a context', 'runner.os', 'runners.os', /runners is not there/],
    [
      'a secret in a condition',
      "if: matrix.runner == 'ubuntu-24.04'",
      "if: secrets.KEY == 'x'",
      /secrets is not there/,
    ],
    ['a context that a job has not yet', 'if: github.ref', 'if: matrix.ref', /matrix is not there/],
    ['a function', "hashFiles('a')", "hashFile('a')", /hashFile\(\) is not there/],
    ['double quotes', "== 'refs/heads/main'", '== "refs/heads/main"', /single quotes/],
    ['a text without an end', "== 'refs/heads/main'", "== 'refs/heads/main", /no end/],
    ['a bracket', 'always()', 'always(', /bracket/],
    ['an expression without an end', 'needs.first.outputs.version }}', 'needs.first.outputs.version }', /no end/],
    ['an artifact that nobody stores', 'name: x-ubuntu-24.04', 'name: y-ubuntu-24.04', /y-ubuntu-24.04, which no job/],
  ])('%s', (_what, from, to, fault) => {
    expect(sound).toContain(from);
    expect(workflowFaults(sound.replace(from, () => to)).join('\n')).toMatch(fault);
  });
});
