import { useTranslation } from 'react-i18next';
import { useLocked } from '../../store/locked.ts';
import { useMirror } from '../../store/mirror.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';

interface RuleReceiptsProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Switches the receipts of the folder's copies. The setting for all folders, or its lock, decides before the rule. */
export function RuleReceipts({ isOn, onChange }: RuleReceiptsProps) {
  const { t } = useTranslation();
  const isLocked = useLocked('receipts');
  const isOnForAll = useMirror(({ state }) => state?.receipts === true);
  return (
    <>
      <CheckBox isSelected={isOnForAll || (isOn && !isLocked)} isDisabled={isOnForAll || isLocked} onChange={onChange}>
        {t('folders.receipts')}
      </CheckBox>
      {isLocked && <LockedNote />}
    </>
  );
}
