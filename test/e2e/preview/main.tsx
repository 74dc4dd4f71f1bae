import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '../../../preload/contract/language.ts';
import type { PdfVerdict } from '../../../renderer/features/send/preview/pdf-verdict.ts';
import { Preview, preparePreview } from '../../../renderer/features/send/preview/preview.tsx';
import { loadLanguage } from '../../../renderer/language/load-language.ts';

/** A file of the server that serves this page; `null` takes the preview away. */
export type Shown = Omit<ComponentProps<typeof Preview>, 'read' | 'onVerdict'>;

export interface PreviewPage {
  loadLanguage(language: Language): Promise<void>;
  prepare(): Promise<void>;
  show(file: Shown | null): void;
  /** When the last `show` began, by the clock of the page. */
  shownAt: number;
  readonly reads: [from: number, to: number][];
  /** What the preview told of the files it was shown, in their order. */
  readonly verdicts: PdfVerdict[];
}

declare global {
  interface Window {
    readonly preview: PreviewPage;
  }
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no root');
element.style.padding = '12px';
// The component fills what it is given, so something has to be.
if (element.parentElement) element.parentElement.style.height = '100%';
const root = createRoot(element);

const preview: PreviewPage = {
  loadLanguage,
  async prepare() {
    await preparePreview();
  },
  show(file) {
    preview.shownAt = performance.now();
    preview.reads.length = 0;
    const read = async (from: number, to: number) => {
      preview.reads.push([from, to]);
      const headers = { range: `bytes=${from}-${to - 1}` };
      const answer = await fetch(`./files/${encodeURIComponent(file?.name ?? '')}`, { headers });
      if (!answer.ok) throw new Error('gone');
      return answer.bytes();
    };
    const key = `${file?.name} ${preview.shownAt}`;
    const tell = (verdict: PdfVerdict) => preview.verdicts.push(verdict);
    root.render(file && <Preview {...file} key={key} read={read} onVerdict={tell} />);
  },
  shownAt: 0,
  reads: [],
  verdicts: [],
};
Object.assign(window, { preview });
await loadLanguage('en');
document.title = 'ready';
