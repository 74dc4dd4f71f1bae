import type { Answer } from '../../../main/practice-service/http/exchange.ts';
import type { OtherPages } from '../../../main/practice-service/pages/pages.ts';
import { ADMIN_PATH } from '../../../main/practice-service/rules.ts';
import { samplePdf } from '../sample-pdf.ts';
import { adminPage, createAdminFlows } from './admin.ts';
import { operatorPage } from './operator.ts';
import { startPage } from './start.ts';

const fields = [
  { email: 'signer.one@example.test', order: 0, x: 60, y: 120, width: 180, height: 50 },
  { email: 'signer.two@example.test', order: 1, x: 320, y: 120, width: 180, height: 50 },
];

async function sample(more: { readonly fields?: typeof fields }): Promise<Answer> {
  const body = await samplePdf({ title: 'Contract', ...more });
  return { kind: 'answer', status: 200, headers: { 'Content-Type': 'application/pdf' }, body };
}

/** The pages of the owner and the operator, and files to try. The installed app has none of them. */
export function createOtherPages(): OtherPages {
  const flows = createAdminFlows();
  return async (practice, incoming, form) => {
    switch (incoming.path) {
      case ADMIN_PATH:
        return adminPage({ practice, flows }, incoming, form);
      case '/operator':
        return operatorPage(practice, form);
      case '/sample/contract.pdf':
        return sample({});
      case '/sample/with-fields.pdf':
        return sample({ fields });
      case '/':
        return startPage(practice);
      default:
        return null;
    }
  };
}
