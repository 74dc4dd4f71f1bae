import { expect, test } from 'vitest';
import { OpenJobs } from './open-jobs.ts';

const job = (connectionId: string, changedAt = 1) => ({ connectionId, changedAt });
const openJobs = () => new OpenJobs<ReturnType<typeof job>>(({ changedAt }) => changedAt);

test('finds the jobs of a connection, oldest first, also after one was given to another', () => {
  const open = openJobs();
  open.set('a', job('one'));
  open.set('b', job('two'));
  open.set('c', job('one'));
  expect(open.of('one')).toEqual([open.byId.get('a'), open.byId.get('c')]);
  expect(open.of('two')).toEqual([open.byId.get('b')]);
  open.set('a', job('two', 2));
  open.delete('c');
  open.delete('unknown');
  expect(open.of('one')).toEqual([]);
  expect(open.of('two')).toEqual([job('two', 2), job('two')]);
  open.set('d', job('two', 3));
  open.set('b', job('two', 4));
  expect(open.of('two')).toEqual([job('two', 2), job('two', 4), job('two', 3)]);
  open.delete('d');
  expect([...open.byId.keys()]).toEqual(['a', 'b']);
});

test('finds the jobs that changed in the future, until the clock has caught up with the latest', () => {
  const open = openJobs();
  open.set('a', job('one', 10));
  open.set('b', job('two', 20));
  expect(open.changedAfter(20)).toEqual([]);
  expect(open.changedAfter(10)).toEqual([['b', job('two', 20)]]);
  open.set('b', job('two', 5));
  expect(open.changedAfter(10)).toEqual([]);
});
