import { ContactDiscovered, ContactOptedIn } from '../../domain/contacts/events.ts';
import { BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import type { Composition } from '../../main/compose.ts';
import { noProof, said } from './said.ts';

/** People who have opted in, by their numbers: many at once. Answers their ids. `at`: since when, as an ISO instant. */
export async function subscribeMany(
  { store, identifiers }: Pick<Composition, 'store' | 'identifiers'>,
  business: string,
  phones: readonly string[],
  { agencyId = null, at }: { readonly agencyId?: string | null; readonly at?: string } = {},
): Promise<readonly ContactId[]> {
  const businessId = BusinessId.parse(business);
  const ids: ContactId[] = [];
  for (let from = 0; from < phones.length; from += 1_000)
    ids.push(
      ...(await Promise.all(
        phones.slice(from, from + 1_000).map(async (number) => {
          const phone = E164.parse(number);
          const contactId = identifiers.contact(businessId, phone) as ContactId;
          const ids = { contactId, businessId, phone };
          const events = [
            ContactDiscovered.create({ ...ids, via: 'inbound-message' }),
            ContactOptedIn.create({
              ...ids,
              keyword: null,
              campaignId: null,
              source: 'start',
              ipAddress: null,
              consent: noProof,
            }),
          ];
          await store.append(streams.contact(contactId), 'noStream', said(events, { agencyId, businessId }, at));
          return contactId;
        }),
      )),
    );
  return ids;
}
