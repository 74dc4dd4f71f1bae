import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { preventable } from './event.ts';
import { type Role, roleDefaults, roleMenus } from './menu-roles.ts';

/** What a menu needs to do its work: the roles act on the focused window or the app. */
export interface MenuPorts {
  perform(role: Role): void;
  focusedWindow(): object | null;
}

/** A menu as a test sees it. */
export interface MenuView {
  readonly label: string;
  readonly type: string;
  readonly role: string | null;
  readonly accelerator: string | null;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly visible: boolean;
  readonly items: readonly MenuView[];
}

export class MenuItem {
  readonly id: string;
  label: string;
  readonly type: NonNullable<MenuItemConstructorOptions['type']>;
  readonly role: Role | undefined;
  readonly accelerator: string | null;
  /** False: the menu shows the keys and does not hear them. */
  readonly registerAccelerator: boolean;
  readonly submenu: Menu | undefined;
  toolTip: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  menu: Menu | null = null;
  readonly #click: MenuItemConstructorOptions['click'];

  constructor(options: MenuItemConstructorOptions) {
    const { role, submenu } = options;
    const defaults = role === undefined ? undefined : roleDefaults[role];
    const items = submenu ?? (role === undefined ? undefined : roleMenus[role]);
    if (options.label === undefined && !defaults && options.type !== 'separator')
      throw new TypeError(`A menu item needs a label, a known role or to be a separator: ${JSON.stringify(options)}`);
    this.submenu = items === undefined ? undefined : submenuOf(items);
    this.id = options.id ?? '';
    this.label = options.label ?? defaults?.label ?? '';
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.role = role;
    this.accelerator = options.accelerator ?? defaults?.accelerator ?? null;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.#click = options.click;
  }

  /** As a person's click. */
  press(ports: MenuPorts, byKey: boolean): void {
    if (!this.enabled || !this.visible) throw new Error(`The menu item '${this.label}' is disabled or hidden`);
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') {
      for (const other of this.menu?.items ?? []) if (other.type === 'radio') other.checked = false;
      this.checked = true;
    }
    const event = preventable({
      triggeredByAccelerator: byKey,
      ctrlKey: false,
      shiftKey: false,
      altKey: false,
      metaKey: false,
    });
    // The handler's types name Electron's own classes, and what it gets are our doubles of them.
    if (this.#click) Reflect.apply(this.#click, undefined, [this, ports.focusedWindow(), event]);
    else if (this.role !== undefined) ports.perform(this.role);
  }

  view(): MenuView {
    const { label, type, enabled, checked, visible } = this;
    return {
      label,
      type,
      role: this.role ?? null,
      accelerator: this.accelerator,
      enabled,
      checked,
      visible,
      items: this.submenu?.view() ?? [],
    };
  }
}

/** Electron's types offer a ready Menu or a template here; both end as a menu. */
function submenuOf(items: object): Menu {
  if (items instanceof Menu) return items;
  const menu = new Menu();
  for (const item of Array.isArray(items) ? items : [])
    menu.append(item instanceof MenuItem ? item : new MenuItem(item));
  return menu;
}

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): Menu {
    return submenuOf(template);
  }

  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }

  insert(position: number, item: MenuItem): void {
    item.menu = this;
    this.items.splice(position, 0, item);
  }

  all(): MenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])]);
  }

  byPath([label, ...rest]: readonly string[]): MenuItem | null {
    const item = this.items.find((one) => one.visible && one.label.replaceAll('&', '') === label);
    if (!item || rest.length === 0) return item ?? null;
    return item.submenu?.byPath(rest) ?? null;
  }

  view(): readonly MenuView[] {
    return this.items.map((item) => item.view());
  }
}

/** The menus that are on the screen: the app's own, and the last one that popped up. */
export interface Menus {
  application: Menu | null;
  popup: Menu | null;
}

/** The exported class: Electron keeps the application menu on Menu itself. */
export function bindMenu(menus: Menus) {
  return class BoundMenu extends Menu {
    static setApplicationMenu(menu: Menu | null): void {
      menus.application = menu;
    }

    static getApplicationMenu(): Menu | null {
      return menus.application;
    }

    static override buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): BoundMenu {
      const menu = new BoundMenu();
      for (const item of submenuOf(template).items) menu.append(item);
      return menu;
    }

    popup(): void {
      menus.popup = this;
      this.emit('menu-will-show', {});
    }

    closePopup(): void {
      if (menus.popup === this) menus.popup = null;
      this.emit('menu-will-close', {});
    }
  };
}
