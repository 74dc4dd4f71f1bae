import { create } from 'zustand';
import type { RuleText } from './rule-fields.tsx';

type EditedRules = Readonly<Record<string, RuleText>>;

/** Keeps what was typed or chosen for the rule of a folder, by its id, while another screen is shown. */
export const useEditedRules = create<EditedRules>(() => ({}));

export const editRule = (id: string, text: RuleText): void => useEditedRules.setState({ [id]: text });

export const stopEditingRule = (id: string): void =>
  useEditedRules.setState(({ [id]: _over, ...others }) => others, true);
