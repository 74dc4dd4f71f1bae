import { appendFileSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import { hashOf } from './moment-judge.ts';
import { at, documents, fresh, happened, isThere, known, later, newPath, rests, type Story } from './story.ts';

/** What is not whole yet is written on after some steps. */
function writeOn(story: Story, path: string, steps: readonly [number, number], act: () => void): void {
  story.left.set(path, '');
  happened(story, path);
  later(story, story.chance.between(...steps), act, path);
}

/** What programs do with the files of a folder. */
export const programDeeds = {
  /** A document appears at once, or by a rename. */
  appear(story: Story): void {
    const path = newPath(story);
    const content = fresh(story);
    if (story.chance.of(0.5)) writeFileSync(at(story, path), content);
    else {
      writeFileSync(at(story, `${path}.part`), content);
      renameSync(at(story, `${path}.part`), at(story, path));
    }
    rests(story, path, content);
    happened(story, path);
  },
  /** A document grows in pieces, with pauses up to three times the quiet time. */
  grow(story: Story): void {
    const path = newPath(story);
    const content = fresh(story);
    // Without its last line end it is whole for everybody.
    const cut = Math.floor((content.length - 1) * story.chance.next());
    writeFileSync(at(story, path), content.subarray(0, cut));
    writeOn(story, path, [1, 15], () => {
      appendFileSync(at(story, path), content.subarray(cut));
      rests(story, path, content);
      happened(story, path);
    });
  },
  /** A document is whole at an intermediate length for less than the quiet time: an update that is appended. */
  append(story: Story): void {
    const path = newPath(story);
    const begun = fresh(story);
    const last = Buffer.concat([begun, pdfOf(`% appended ${story.number}`)]);
    writeFileSync(at(story, path), begun);
    story.fleeting.set(hashOf(begun), path);
    writeOn(story, path, [1, 3], () => {
      writeFileSync(at(story, path), last);
      rests(story, path, last);
      happened(story, path);
    });
  },
  /** A document is preallocated with zeros. */
  preallocate(story: Story): void {
    const path = newPath(story);
    const content = fresh(story);
    writeFileSync(at(story, path), Buffer.alloc(content.length));
    writeOn(story, path, [1, 15], () => {
      writeFileSync(at(story, path), content);
      rests(story, path, content);
      happened(story, path);
    });
  },
  /** A document is preallocated for minutes, and then written while its size and time stand still. */
  preallocateLong(story: Story): void {
    const path = newPath(story);
    const content = fresh(story);
    const write = (bytes: Buffer) => {
      writeFileSync(at(story, path), bytes);
      utimesSync(at(story, path), 1_600_000_000, 1_600_000_000);
    };
    write(Buffer.alloc(content.length));
    writeOn(story, path, [40, 75], () => {
      if (!isThere(story, path)) {
        story.left.delete(path);
        return;
      }
      write(content);
      rests(story, path, content);
    });
  },
  /** A document vanishes and returns, as editors save. */
  vanish(story: Story): void {
    const [path] = documents(story);
    if (path === undefined) return;
    renameSync(at(story, path), at(story, `${path}~`));
    happened(story, path);
    const comeBack = () => {
      if (!isThere(story, `${path}~`) || isThere(story, path)) return;
      renameSync(at(story, `${path}~`), at(story, path));
      happened(story, path);
    };
    later(story, story.chance.between(0, 3), comeBack, path);
  },
  /** Only its time changes: the last thing that many programs do. */
  touch(story: Story): void {
    const [path] = known(story);
    if (path === undefined) return;
    const time = story.chance.between(-7_200, 7_200) + Date.now() / 1_000;
    utimesSync(at(story, path), time, time);
    happened(story, path);
  },
  /** The same content appears once more. */
  double(story: Story): void {
    const source = documents(story).findLast((one) => {
      const sha256 = story.left.get(one) ?? '';
      // Another folder does not know the claims of this one.
      return !story.withdrawn.has(sha256) && !story.everCopies.has(sha256);
    });
    if (source === undefined) return;
    const path = newPath(story);
    const content = readFileSync(at(story, source));
    writeFileSync(at(story, path), content);
    rests(story, path, content);
    story.doubled.add(hashOf(content));
    happened(story, path);
  },
  /** A document is deleted or renamed. */
  removeOrRename(story: Story): void {
    const [path] = documents(story);
    if (path === undefined) return;
    const sha256 = story.left.get(path) ?? '';
    story.left.delete(path);
    if (story.chance.of(0.5)) rmSync(at(story, path));
    else {
      const other = newPath(story, path);
      renameSync(at(story, path), at(story, other));
      story.left.set(other, sha256);
      story.renamedAt.set(other, story.now);
      happened(story, other);
    }
    happened(story, path);
  },
};
