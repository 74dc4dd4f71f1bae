import { type ReactNode, StrictMode, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { languages } from '../../preload/contract/language.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { loadLanguage, loadLaterTexts } from '../../renderer/language/load-language.ts';
import { ActionBar } from '../../renderer/ui/action-bar.tsx';
import { Actions } from '../../renderer/ui/actions.tsx';
import { Address } from '../../renderer/ui/address.tsx';
import { ArrivingHeading } from '../../renderer/ui/arriving-heading.tsx';
import { Button } from '../../renderer/ui/button.tsx';
import { CheckBox } from '../../renderer/ui/check-box.tsx';
import { Choice } from '../../renderer/ui/choice.tsx';
import { CountedToggles } from '../../renderer/ui/counted-toggles.tsx';
import { EffectButton } from '../../renderer/ui/effect-button.tsx';
import { Empty } from '../../renderer/ui/empty.tsx';
import { Explained } from '../../renderer/ui/explained.tsx';
import { Fold } from '../../renderer/ui/fold.tsx';
import { FormDialog, type SaveResult } from '../../renderer/ui/form-dialog.tsx';
import { LockedNote } from '../../renderer/ui/locked-note.tsx';
import { Mark } from '../../renderer/ui/mark.tsx';
import { ModalDialog } from '../../renderer/ui/modal-dialog.tsx';
import { MoreMenu } from '../../renderer/ui/more-menu.tsx';
import { Notice } from '../../renderer/ui/notice.tsx';
import { NoticeStack } from '../../renderer/ui/notice-stack.tsx';
import { Question } from '../../renderer/ui/question.tsx';
import { SearchInput } from '../../renderer/ui/search-input.tsx';
import { Select } from '../../renderer/ui/select.tsx';
import { TellRefusal } from '../../renderer/ui/tell-refusal.ts';
import { TextInput } from '../../renderer/ui/text-input.tsx';
import '../../renderer/ui/tokens.css';
import styles from './page.module.css';

const query = new URLSearchParams(location.search);

/** Every part of `renderer/ui` in every state. No part there asks the bridge, so the page needs no fake of it. */
const nothing = () => undefined;
const some = [
  { id: 'one', text: 'One' },
  { id: 'two', text: 'Two' },
  { id: 'three', text: 'Not possible', isDisabled: true },
] as const;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      <div className={styles['states']}>{children}</div>
    </section>
  );
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label>
      {label} {children}
    </label>
  );
}

function Buttons() {
  return (
    <Section title="Buttons">
      {(['primary', 'plain', 'quiet', 'danger'] as const).map((look) => (
        <span key={look} className={styles['pair']}>
          <Button look={look}>{look}</Button>
          <Button look={look} isDisabled>
            {look}, disabled
          </Button>
        </span>
      ))}
      <MoreMenu label="More commands" items={some} onAction={nothing} />
      <MoreMenu label="More commands, disabled" items={some} onAction={nothing} isDisabled />
      <Actions>
        <Button>Beside what it changes</Button>
        <EffectButton effect="What it causes">With its effect as a tooltip</EffectButton>
      </Actions>
      <Actions end>
        <Button>Cancel</Button>
        <Button look="primary">Last and at the right</Button>
      </Actions>
      <ActionBar
        label="Actions"
        actions={[
          { id: 'a', label: 'Remind', effect: 'Writes a mail.', look: 'primary', weight: 0, act: nothing },
          { id: 'b', label: 'Withdraw…', effect: 'Ends the document.', look: 'plain', weight: 1, act: nothing },
          { id: 'c', label: 'Rare', effect: null, look: 'plain', weight: 9, act: nothing },
        ]}
      />
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('Anna Muster');
  const [one, setOne] = useState<'one' | 'two' | 'three'>('one');
  const [on, setOn] = useState(true);
  const field = { value: text, onChange: setText };
  return (
    <Section title="Fields">
      <TextInput label="Text" {...field} />
      <TextInput label="With a hint" hint="What it is for" {...field} />
      <TextInput label="With a mistake" error="What is wrong" {...field} />
      <TextInput label="Read only" isReadOnly {...field} />
      <TextInput label="Masked, several lines" masked lines={2} {...field} />
      <div className={styles['pair']}>
        <SearchInput label="Search" value="" onChange={nothing} />
      </div>
      <Choice label="Choice" value={one} options={some} onChange={setOne} />
      <Choice label="Choice with a mistake" value={one} options={some} onChange={setOne} error="What is wrong" />
      <Labelled label="Select">
        <Select value={one} options={some} onChange={setOne} />
      </Labelled>
      <Labelled label="Disabled">
        <Select value={one} options={some} onChange={setOne} isDisabled />
      </Labelled>
      <CountedToggles
        label="Counted toggles"
        options={some.map((option, count) => ({ ...option, count }))}
        value={one}
        onChange={setOne}
      />
      <CheckBox isSelected={on} onChange={setOn}>
        Check box
      </CheckBox>
      <CheckBox isSelected isDisabled>
        Disabled
      </CheckBox>
      <CheckBox isSelected={on} onChange={setOn} hint="What choosing it means">
        With a hint
      </CheckBox>
      <Explained hint="What the field means">
        <TextInput label="Explained" {...field} />
      </Explained>
      <LockedNote />
    </Section>
  );
}

function Words() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Folds and notices">
      <ArrivingHeading level={3} arrives={false}>
        A heading that takes the focus
      </ArrivingHeading>
      <Mark size={32} />
      <Empty title="Nothing to list">
        <p>What to do next</p>
      </Empty>
      <Fold title="Fold" summary="what is inside" isOpen={isOpen} onOpenChange={setOpen}>
        Content
      </Fold>
      <Fold title="Open fold" summary="not shown" isOpen onOpenChange={nothing}>
        Content
      </Fold>
      <Notice problem={{ key: 'signed-out', params: {} }} silent />
      <Notice problem={{ key: 'signed-out', params: {}, details: 'The details' }} silent onClose={nothing}>
        <Button>What helps</Button>
      </Notice>
      <NoticeStack
        notices={[
          { id: 'first', rank: 'danger', shown: <p>{long}</p>, said: long },
          { id: 'second', rank: 'remark', shown: <p>A milder one</p>, said: 'A milder one' },
        ]}
      />
    </Section>
  );
}

/** Names and sentences as long as people make them. */
const long = 'Unterschriftenberechtigungsnachweis_Nachtrag_4_korrigiert_final_für_Muster_Treuhand_und_Immobilien.pdf';

function LongWords() {
  return (
    <Section title="Long words">
      <TextInput label={long} hint={long} value={long} onChange={nothing} />
      <TextInput label={`${long}, mistaken`} error={long} value={long} onChange={nothing} />
      <Choice label={long} value="one" options={[{ id: 'one', text: long }]} onChange={nothing} />
      <Labelled label="Select with a long name">
        <Select value="one" options={[{ id: 'one', text: long }]} onChange={nothing} />
      </Labelled>
      <CheckBox isSelected hint={long}>
        {long}
      </CheckBox>
      <Fold title={long} summary={long} isOpen={false} onOpenChange={nothing}>
        Content
      </Fold>
      <p>
        <Address email="anna.muster@example.ch" />
      </p>
      <Notice problem={{ key: 'file-locked', params: { name: long }, details: long }} silent onClose={nothing}>
        <Button>What helps</Button>
      </Notice>
    </Section>
  );
}

const dialogs = ['dialog', 'form', 'working', 'danger', 'keep'] as const;
/** Main answers when the test says so: `saved`, or a refusal. */
const held = () =>
  new Promise<SaveResult>((resolve) => {
    const answers: Record<string, SaveResult> = { saved: 'saved', refused: { key: 'not-now', params: {} } };
    for (const [name, answer] of Object.entries(answers))
      addEventListener(`main-${name}`, () => resolve(answer), { once: true });
  });
type Shown = (typeof dialogs)[number];

function Dialogs() {
  const [shown, setShown] = useState<Shown | null>(dialogs.find((one) => one === query.get('dialog')) ?? null);
  const [late, setLate] = useState<Problem | null>(null);
  const close = () => setShown(null);
  return (
    <Section title="Dialogs">
      {late && <Notice problem={late} />}
      {dialogs.map((kind) => (
        <Button key={kind} onPress={() => setShown(kind)}>
          {kind}
        </Button>
      ))}
      {shown === 'dialog' && (
        <ModalDialog title="Dialog" onClose={close}>
          <p>Content</p>
        </ModalDialog>
      )}
      {shown === 'form' && (
        <FormDialog title="Form" onSave={async () => null} onClose={close} more={<Button look="quiet">More</Button>}>
          <TextInput label="Field" value="" onChange={nothing} />
        </FormDialog>
      )}
      {shown === 'working' && (
        <TellRefusal value={setLate}>
          <FormDialog title="Form" onSave={held} onClose={close}>
            <TextInput label="Field" value="" onChange={nothing} />
          </FormDialog>
        </TellRefusal>
      )}
      {shown === 'danger' && (
        <Question title="Delete it?" text="It is gone for good." yes="Delete" onYes={close} onNo={close} />
      )}
      {shown === 'keep' && (
        <Question title="Close it?" text="What you typed is lost." yes="Close" no="Keep" onYes={close} onNo={close} />
      )}
    </Section>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const language = languages.find((one) => one === query.get('language')) ?? 'en';
await loadLanguage(language);
await loadLaterTexts();
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale={language}>
      <div className={styles['page']}>
        <h1>Parts of the window</h1>
        <Buttons />
        <Fields />
        <Words />
        <LongWords />
        <Dialogs />
      </div>
    </I18nProvider>
  </StrictMode>,
);
