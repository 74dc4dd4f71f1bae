/** What the page's isolated world tells Node. */
export type FromPage =
  | { readonly type: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
  | { readonly type: 'send'; readonly channel: string; readonly args: string }
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'preload-error'; readonly message: string }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'copied'; readonly text: string }
  | {
      readonly type: 'key';
      readonly key: string;
      readonly control: boolean;
      readonly shift: boolean;
      readonly alt: boolean;
      readonly meta: boolean;
    }
  | {
      readonly type: 'context-menu';
      readonly x: number;
      readonly y: number;
      readonly linkURL: string;
      readonly selectionText: string;
      readonly isEditable: boolean;
    };

/** What Node tells the isolated world. */
export type ToPage =
  | { readonly type: 'reply'; readonly id: number; readonly ok: true; readonly value: string }
  | { readonly type: 'reply'; readonly id: number; readonly ok: false; readonly message: string }
  | { readonly type: 'event'; readonly channel: string; readonly args: string };

/** A question the page waits for without yielding; see `ask` in the preload's runtime. */
export type Question =
  | { readonly type: 'path'; readonly file: File }
  | { readonly type: 'navigate'; readonly url: string }
  | { readonly type: 'sendSync'; readonly channel: string; readonly args: string };
