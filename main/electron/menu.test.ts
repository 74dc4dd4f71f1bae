import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { languages } from '../../preload/contract/language.ts';
import { type MenuShortcut, menuShortcuts, shortcuts } from '../../preload/contract/shortcuts.ts';
import { createTexts } from '../words/texts.ts';
import { menuTemplate } from './menu.ts';

type Item = MenuItemConstructorOptions;
const below = ({ submenu }: Item): readonly Item[] => (Array.isArray(submenu) ? submenu : []);

function menuOn(platform: NodeJS.Platform, locale = 'en', isConnected = true) {
  const asked: MenuShortcut[] = [];
  const t = createTexts().in(locale);
  const ask = (shortcut: MenuShortcut) => void asked.push(shortcut);
  const menus = menuTemplate({ platform, packaged: true, isConnected, t, act() {}, ask });
  const items = menus.flatMap((menu) => below(menu).map((item) => ({ menu: menu.label, ...item })));
  return {
    menus,
    items,
    asked,
    find: (label: string) => items.find((item) => item.label === label),
    press: (item: Item | undefined) => Reflect.apply(item?.click ?? (() => {}), undefined, [item, {}]),
  };
}

test.each([
  ['linux', 'File', 'Settings', 'Ctrl+,'],
  ['win32', 'File', 'Settings', 'Ctrl+,'],
  ['darwin', 'Countersign', 'Settings…', 'Cmd+,'],
] as const)('on %s, the menu %s opens the settings by %s', (platform, menu, label, accelerator) => {
  const { find, press, asked } = menuOn(platform);
  expect(find(label)).toMatchObject({ menu, accelerator });
  press(find(label));
  expect(asked).toEqual(['settings']);
});

test.each(['linux', 'win32', 'darwin'] as const)('on %s, the last menu is the help', (platform) => {
  const { menus, find, press, asked } = menuOn(platform);
  expect(menus.at(-1)).toMatchObject({ role: 'help', label: 'Help' });
  expect(below(menus.at(-1) ?? {}).map(({ label }) => label)).toEqual(['Help', 'Keyboard shortcuts']);
  press(find('Help'));
  press(find('Keyboard shortcuts'));
  expect(asked).toEqual(['help', 'sheet']);
});

describe.each(['linux', 'win32', 'darwin'] as const)('the menus on %s', (platform) => {
  test('have a label of ours for each item, in every language', () => {
    for (const language of languages) {
      const { menus, items } = menuOn(platform, language);
      const named = [...menus, ...items.filter(({ type }) => type !== 'separator')];
      expect(named.filter(({ label = '' }) => label === '')).toEqual([]);
    }
  });

  test('name no keys twice, and leave the keys of the window to it', () => {
    const { items } = menuOn(platform);
    const keys = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    const ofWindow = new Set(shortcuts.map((shortcut) => shortcut.keys.replace('Mod', 'Ctrl')));
    const taken = items.filter(({ accelerator, registerAccelerator = true }) => registerAccelerator && accelerator);
    expect(taken.filter(({ accelerator = '' }) => ofWindow.has(accelerator))).toEqual([]);
  });

  test('offer nothing of the window before there is a connection', () => {
    const disabled = (isConnected: boolean) =>
      menuOn(platform, 'en', isConnected).items.flatMap(({ label, enabled }) => (enabled === false ? label : []));
    const settings = platform === 'darwin' ? 'Settings…' : 'Settings';
    expect(new Set(disabled(false))).toEqual(
      new Set([settings, 'Find anything', 'Search', 'Refresh', 'Help', 'Keyboard shortcuts']),
    );
    expect(disabled(true)).toEqual([]);
  });

  test('ask for all that the window offers to menus', () => {
    const { items, asked, press } = menuOn(platform);
    for (const item of items) if (item.role === undefined && item.click !== undefined) press(item);
    expect(new Set(asked)).toEqual(new Set(menuShortcuts));
  });
});
