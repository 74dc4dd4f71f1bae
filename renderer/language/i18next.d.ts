import type en from '../../assets/locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'translation';
    readonly resources: { readonly translation: typeof en };
  }
}
