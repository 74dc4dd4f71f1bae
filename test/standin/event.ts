/** The event object Electron hands to listeners that may say no. */
export class PreventableEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Details are read through getters in Electron; here they are simply own properties of the event. */
export const preventable = <T extends object>(details: T): PreventableEvent & T =>
  Object.assign(new PreventableEvent(), details);
