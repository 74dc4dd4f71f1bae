import { create } from 'zustand';

export const settingsPages = ['general', 'connections', 'notifications', 'storage', 'network', 'help'] as const;
export type SettingsPage = (typeof settingsPages)[number];

/** The page that was shown last. Who edits a connection and comes back finds the connections again. */
export const useSettingsPage = create<{ readonly page: SettingsPage }>(() => ({ page: 'general' }));

export const showSettingsPage = (page: SettingsPage): void => useSettingsPage.setState({ page });
