import type { ClipboardEvent } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import styles from './field.module.css';

export interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly type?: 'text' | 'password' | 'url';
  readonly lines?: number;
  readonly maxLength?: number;
  readonly isReadOnly?: boolean;
  readonly startsFocused?: boolean;
  /** The text is readable only while the field has the focus. */
  readonly masked?: boolean;
  /** Returns true when it took the text, which then does not go into the field. */
  readonly onPasteText?: (text: string) => boolean;
  /** Handles Enter, in place of submitting the form. */
  readonly onEnter?: () => void;
  /** Reports that the keyboard focus left the field. */
  readonly onLeave?: () => void;
}

export function TextInput(props: TextInputProps) {
  const {
    label,
    hint,
    error,
    lines,
    startsFocused = false,
    masked = false,
    onPasteText,
    onEnter,
    onLeave,
    ...field
  } = props;
  const paste = (event: ClipboardEvent) => {
    if (onPasteText?.(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return (
    <TextField
      {...field}
      className={styles['field'] ?? ''}
      isInvalid={error !== undefined}
      autoComplete="off"
      onPaste={paste}
      {...(onLeave && { onBlur: onLeave })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault();
          onEnter();
        } else {
          // Escape closes the dialog around the field.
          event.continuePropagation();
        }
      }}
      // A step of a wizard starts at the field where the person continues.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={startsFocused}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {lines === undefined ? (
        <Input className={styles['input'] ?? ''} spellCheck="false" />
      ) : (
        <TextArea
          className={`${styles['input']} ${styles['area']} ${masked ? styles['masked'] : ''}`}
          rows={lines}
          spellCheck="false"
        />
      )}
      {error === undefined && hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </TextField>
  );
}
