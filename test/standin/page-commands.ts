import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { Method, Protocol } from './cdp.ts';
import type { PageTarget } from './page-target.ts';

/** The part of a window's contents that only hands on orders: reload, zoom, edit, print. */
export abstract class PageCommands extends EventEmitter {
  abstract readonly page: Promise<PageTarget>;
  #zoom = 1;
  #devTools = false;

  protected abstract contentSize(): { readonly width: number; readonly height: number };
  protected abstract get mayOpenDevTools(): boolean;

  /** For what the app does not wait for. A closed window takes it along. */
  #tell<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): void {
    void this.page.then((page) => page.cdp.tell(method, params));
  }

  reload(): void {
    this.#tell('Page.reload', {});
  }

  reloadIgnoringCache(): void {
    this.#tell('Page.reload', { ignoreCache: true });
  }

  forcefullyCrashRenderer(): void {
    this.#tell('Page.crash');
  }

  async printToPDF({
    printBackground = false,
    preferCSSPageSize = false,
    generateTaggedPDF = false,
  }: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { cdp } = await this.page;
    const { data } = await cdp.send('Page.printToPDF', { printBackground, preferCSSPageSize, generateTaggedPDF });
    return Buffer.from(data, 'base64');
  }

  /** There is no printer: the page is drawn for paper, and the person always presses Print. */
  print(
    options: Electron.WebContentsPrintOptions = {},
    done?: (success: boolean, failureReason: string) => void,
  ): void {
    void this.#print(options.printBackground ?? false, done);
  }

  async #print(printBackground: boolean, done?: (success: boolean, failureReason: string) => void): Promise<void> {
    let reason = '';
    try {
      const { cdp } = await this.page;
      await cdp.send('Page.printToPDF', { printBackground, preferCSSPageSize: true });
    } catch {
      reason = 'Printing failed';
    }
    done?.(reason === '', reason);
  }

  openDevTools(): void {
    if (!this.mayOpenDevTools) return;
    this.#devTools = true;
    this.emit('devtools-opened');
  }

  closeDevTools(): void {
    this.#devTools = false;
    this.emit('devtools-closed');
  }

  toggleDevTools(): void {
    if (this.#devTools) this.closeDevTools();
    else this.openDevTools();
  }

  isDevToolsOpened(): boolean {
    return this.#devTools;
  }

  get zoomFactor(): number {
    return this.#zoom;
  }

  /** As Chromium's zoom does: the page gets fewer, larger pixels. */
  set zoomFactor(factor: number) {
    this.#zoom = factor;
    const { width, height } = this.contentSize();
    const size = { width: Math.round(width / factor), height: Math.round(height / factor) };
    if (factor === 1) this.#tell('Emulation.clearDeviceMetricsOverride');
    else this.#tell('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: factor, mobile: false });
  }

  getZoomFactor(): number {
    return this.zoomFactor;
  }

  setZoomFactor(factor: number): void {
    this.zoomFactor = factor;
  }

  get zoomLevel(): number {
    return Math.log(this.#zoom) / Math.log(1.2);
  }

  set zoomLevel(level: number) {
    this.zoomFactor = 1.2 ** level;
  }

  getZoomLevel(): number {
    return this.zoomLevel;
  }

  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }

  undo(): void {
    this.#edit('undo');
  }

  redo(): void {
    this.#edit('redo');
  }

  cut(): void {
    this.#edit('cut');
  }

  copy(): void {
    this.#edit('copy');
  }

  paste(): void {
    this.#edit('paste');
  }

  pasteAndMatchStyle(): void {
    this.#edit('pasteAndMatchStyle');
  }

  delete(): void {
    this.#edit('delete');
  }

  selectAll(): void {
    this.#edit('selectAll');
  }

  /** The browser's editing commands ride on a key that means nothing. */
  #edit(command: string): void {
    this.#tell('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Unidentified', commands: [command] });
    this.#tell('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Unidentified' });
  }
}
