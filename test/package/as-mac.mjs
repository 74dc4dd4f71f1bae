// Loaded into electron-builder before anything else (`node --import`): the parts of it that work on files alone, but refuse
// to on another system than macOS, find themselves on macOS. All others see the system as it is.
const onlyOnMac = /@electron\/universal|@electron\/fuses|scripts\/fuses\.ts/;
const real = process.platform;
Object.defineProperty(process, 'platform', {
  get: () => (onlyOnMac.test(new Error('caller').stack?.split('\n')[2] ?? '') ? 'darwin' : real),
});
