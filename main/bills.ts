import { createDocuments } from '../adapters/documents/index.ts';
import type { Commands } from '../commands/catalogue.ts';
import type { AgencyId } from '../domain/kernel/ids.ts';
import type { ClosedStatement } from '../domain/statements/statements.ts';
import type { ReadModels } from '../projections/read-models.ts';
import type { BillFor } from '../workers/delivery/emails/bill.ts';

/** Makes the bills that go with emails. */
export function createBills({
  commands,
  readModels,
}: {
  readonly commands: Pick<Commands, 'bills' | 'statements'>;
  readonly readModels: Pick<ReadModels, 'usersOfUsage' | 'agency' | 'whitelabel'>;
}): BillFor {
  const documents = createDocuments();
  /** Months that bills were made of lately: those of one agency go out one after the other. */
  const closedMonths = new Map<string, Promise<ClosedStatement | undefined>>();
  return async ({ agencyId, businessId, month }) => {
    const key = `${agencyId} ${month}`;
    if (closedMonths.size > 4) closedMonths.clear();
    const reading =
      closedMonths.get(key) ?? commands.statements.closed(agencyId as AgencyId).then((all) => all.get(month));
    closedMonths.set(key, reading);
    const closed = await reading.catch((error: unknown) => {
      closedMonths.delete(key);
      throw error;
    });
    const { billDocument, billedIn, billWords } = await import('../api/present/bills.ts');
    const [[business], agency, brand, { note }] = await Promise.all([
      readModels.usersOfUsage({ businessId }),
      readModels.agency(agencyId),
      readModels.whitelabel(agencyId),
      commands.bills.settings(agencyId as AgencyId),
    ]);
    if (closed === undefined || business === undefined || agency === null || !billedIn(closed).includes(businessId)) {
      closedMonths.delete(key);
      return null;
    }
    const { fileName, ...words } = billWords(closed, businessId);
    const content = await documents.pdf(
      billDocument(
        closed,
        { agency: { id: agencyId, name: agency.name }, business: { id: businessId, name: business.name } },
        { brand: { name: brand?.name ?? agency.name, color: brand?.color ?? null }, zone: business.zone, note },
      ),
    );
    const attachment = { name: fileName, type: 'application/pdf', content };
    return { ...words, businessName: business.name, note, attachment };
  };
}
