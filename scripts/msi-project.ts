// electron-builder loads this file to change the project of the MSI before it is packed.
import { readFileSync, writeFileSync } from 'node:fs';

/** As assets/installer.nsh does it: administrators and SYSTEM may do everything, others read. The owner may be nobody else. */
export const policyFolderSddl = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

const folder = `
      <Directory Id="CommonAppDataFolder">
        <Directory Id="POLICYFOLDER" Name="Countersign"/>
      </Directory>`;
// Windows knows the component by this id. Another one would be another component.
const component = `  <Component Id="PolicyFolder" Directory="POLICYFOLDER" Guid="3F0C6A52-96C1-4F0B-9B0C-6A0B7D1E5C44" KeyPath="yes">
        <CreateFolder><PermissionEx Sddl="${policyFolderSddl}"/></CreateFolder>
      </Component>
    `;

/** A project of another form would be packed without the folder, and nobody would see it. */
function insertOnce(text: string, at: string, insert: (found: string) => string): string {
  if (text.split(at).length !== 2) throw new Error(`The project of the MSI should have ${at} once.`);
  return text.replace(at, () => insert(at));
}

/** The project with the folder of the policy, which belongs to administrators before an ordinary user can make it. */
export function withPolicyFolder(project: string): string {
  const directories = '<Directory Id="TARGETDIR" Name="SourceDir">';
  const withFolder = insertOnce(project, directories, (found) => `${found}${folder}`);
  return insertOnce(withFolder, '</ComponentGroup>', (found) => `${component}${found}`);
}

export async function msiProjectCreated(path: string): Promise<void> {
  writeFileSync(path, withPolicyFolder(readFileSync(path, 'utf8')));
}
