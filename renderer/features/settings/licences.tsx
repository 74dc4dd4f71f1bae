import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFault } from '../../store/ui.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import styles from './settings.module.css';

interface Licences {
  readonly texts: readonly string[];
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly license: string;
    readonly text: number;
  }[];
}

/** Reads the file that the build writes beside the page. */
async function readLicences(): Promise<Licences> {
  const answer = await fetch('./licences.json');
  const found: Licences = await answer.json();
  return found;
}

/** Shows the licences of everything in the bundles, each with its text. */
export function LicencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [licences, setLicences] = useState<Licences | null>(null);
  useEffect(() => {
    readLicences().then(setLicences, showFault);
  }, []);
  return (
    <ModalDialog title={t('help.licencesTitle')} onClose={onClose}>
      <p>{t('help.licencesLead')}</p>
      <div className={styles['licences']}>
        {licences?.packages.map(({ name, version, license, text }) => (
          <details key={`${name} ${version}`}>
            <summary>
              {name} {version} · {license}
            </summary>
            <p className={styles['licence']} lang="en">
              {licences.texts[text]}
            </p>
          </details>
        ))}
      </div>
      <Actions end>
        <Button onPress={onClose}>{t('diagnosis.close')}</Button>
      </Actions>
    </ModalDialog>
  );
}
