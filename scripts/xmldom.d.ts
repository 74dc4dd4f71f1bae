// The package has no types of its own in this version, which is the one that xml-crypto uses.
declare module '@xmldom/xmldom' {
  export class DOMParser {
    constructor(options: { readonly errorHandler: (level: string, message: unknown) => void });
    parseFromString(text: string, type: 'text/xml'): Document;
  }
}
