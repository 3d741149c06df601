import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { TimelineKind } from '../../domain/contacts/fields.ts';
import { startOfDay } from '../../domain/kernel/day.ts';
import { contactLifeCalls } from '../contract/contact-life.ts';
import { notFound } from '../kernel/errors.ts';
import { hourlyTokens, privateFile } from '../kernel/files.ts';
import { zip, type ZipEntry } from '../kernel/tables/zip.ts';
import type { PacketFile } from '../../commands/evidence/packet.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { presentContact } from '../present/contacts.ts';
import { evidenceDocument } from '../present/evidence-document.ts';
import { idsIn, idsInConsent, presentConsent, presentEntry } from '../present/contact-life.ts';

type Presented = ReturnType<typeof presentContact>;
/** So many pairs are shown; of more, those of the same address first. */
const maxSuggestions = 100;
const missing = () => notFound('This contact does not exist.');

/** What these are called; people of the business's agency answer for it too, and belong to no business. */
async function namesOf(
  { readModels }: Pick<ApiParts, 'readModels'>,
  { agencyId, businessId }: Pick<Session, 'agencyId' | 'businessId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = await readModels.timelineNames(businessId!, ids);
  if (agencyId === null || ids.every((id) => names.has(id))) return names;
  return new Map([...(await readModels.agencyPeople(agencyId)).map(({ id, name }) => [id, name] as const), ...names]);
}

export const contactLifeRoutes = [
  route(contactLifeCalls['GET /contacts/{id}/timeline'], async ({ params, query, parts, businessId, session }) => {
    const { readModels, commands } = parts;
    const kinds = query.kinds.length === 0 ? TimelineKind.options : query.kinds;
    const before = query.before ?? null;
    const page = await commands.contacts.timeline(businessId, params.id, {
      kinds,
      before,
      limit: query.per_page,
      pointers: (ids, limit) => readModels.timelinePointers(businessId, ids, { kinds, before, limit }),
    });
    if (page === 'erased') throw notFound('This contact was erased.');
    if (page === null) throw missing();
    const names = await namesOf(parts, session, idsIn(page.entries));
    return { data: page.entries.map((entry) => presentEntry(entry, names)), meta: { next: page.next } };
  }),

  route(contactLifeCalls['GET /contacts/{id}/consent'], async ({ params, query, parts, businessId }) => {
    const business = await parts.readModels.business(businessId);
    if (business === null) throw notFound();
    const at =
      query.on === undefined ? parts.now() : new Date(Date.parse(startOfDay(query.on, business.timezone, 1)) - 1);
    const found = await parts.commands.contacts.consentOn(businessId, params.id, at);
    if (found === null) throw missing();
    const names = await parts.readModels.timelineNames(businessId, idsInConsent(found));
    return { data: presentConsent(found, at, names) };
  }),

  route(contactLifeCalls['GET /contacts/{id}/standing'], async ({ params, parts, businessId }) => {
    const found = await parts.commands.contacts.standing(businessId, params.id);
    if (found === null) throw missing();
    const names = await parts.readModels.timelineNames(businessId, found.muted);
    const { pausedUntil, frequency, mails, unreachable, looksOptedOut, aboveLimit } = found;
    const muted = found.muted.map((id) => ({ id, name: names.get(id) ?? '' }));
    return {
      data: {
        paused_until: pausedUntil,
        frequency,
        muted,
        mails,
        unreachable,
        looks_opted_out: looksOptedOut,
        above_limit: aboveLimit,
      },
    };
  }),

  route(contactLifeCalls['POST /contacts/{id}/lift-bounce'], async (call) => {
    const { position } = await call.parts.commands.contacts.liftBounce(call.context(), {
      contactId: call.params.id,
      address: call.body.address,
    });
    await call.settled(position, ['contacts']);
    return { success: true as const, message: 'Emails go to this address again.' };
  }),

  route(contactLifeCalls['GET /contacts/duplicates'], async ({ parts, businessId }) => {
    const [found, apart] = await Promise.all([
      parts.readModels.duplicates(businessId, maxSuggestions),
      parts.readModels.toldApart(businessId, maxSuggestions),
    ]);
    const ids = [...found, ...apart].flatMap(({ id, otherId }) => [id, otherId]);
    const contacts = await parts.readModels.contactsById(businessId, ids);
    const both = ({ id, otherId }: (typeof apart)[number]): [Presented, Presented][] => {
      const [one, other] = [contacts.get(id), contacts.get(otherId)];
      return one === undefined || other === undefined ? [] : [[presentContact(one), presentContact(other)]];
    };
    return {
      data: found.flatMap((pair) => both(pair).map((shown) => ({ because: pair.because, contacts: shown }))),
      told_apart: apart.flatMap(both),
    };
  }),

  route(contactLifeCalls['PUT /contacts/{id}/duplicates'], async (call) => {
    const { position } = await call.parts.commands.contacts.dismissDuplicate(call.context(), {
      contactId: call.params.id,
      otherId: call.body.other_id,
      dismissed: call.body.dismissed,
    });
    await call.settled(position, ['contacts']);
    const message = call.body.dismissed ? 'They are two people.' : 'They may be suggested again.';
    return { success: true as const, message };
  }),

  route(contactLifeCalls['POST /contacts/{id}/merge'], async (call) => {
    const { params, body, parts } = call;
    const { position } = await parts.commands.contacts.merge(call.context(), {
      contactId: params.id,
      otherId: body.other_id,
      taken: body.taken,
    });
    await call.settled(position, ['contacts', 'conversations', 'coupons']);
    return { success: true as const, message: 'The two contacts are one now.' };
  }),

  route(contactLifeCalls['POST /contacts/{id}/data-file'], async (call) => {
    const { params, parts } = call;
    const { position } = await parts.commands.contacts.recordDataExport(call.context(), { contactId: params.id });
    await call.settled(position, ['timeline']);
    const { token, expiresAt } = hourlyTokens('contact-data', parts).make(params.id);
    return { data: { url: `/files/contacts/${token}/data.json`, expires_at: expiresAt } };
  }),

  route(contactLifeCalls['POST /contacts/{id}/evidence'], async (call) => {
    const { params, parts, businessId } = call;
    const found = await parts.commands.evidence.standing(businessId, params.id);
    if (found === null) throw missing();
    // Nothing more happens to who was erased, not even this.
    if (!found.isErased) {
      const { position } = await parts.commands.contacts.recordDataExport(call.context(), { contactId: found.id });
      await call.settled(position, ['timeline']);
    }
    const { token, expiresAt } = hourlyTokens('evidence', parts).make(found.id);
    return { data: { url: `/files/contacts/${token}/evidence.zip`, expires_at: expiresAt } };
  }),
];

/** The files of a contact's packet, made while they are read; null: there is no such contact any more. */
async function evidenceFiles({ commands, readModels, documents, config }: ApiParts, contactId: string) {
  const businessId = await commands.evidence.businessOf(contactId);
  const business = businessId === null ? null : await readModels.business(businessId);
  if (business === null) return null;
  const { id, name, timezone } = business;
  const made = await commands.evidence.packet({ id, name, timezone }, contactId, (ids, asked) =>
    readModels.timelinePointers(id, ids, asked),
  );
  if (made === null) return null;
  const paper = { brand: { name: config.name, color: null }, verifierKey: made.verifierKey };
  return made.files([{ path: 'packet.pdf', content: [await documents.pdf(evidenceDocument(made, paper))] }]);
}

async function* asEntries(files: AsyncIterable<PacketFile>): AsyncGenerator<ZipEntry> {
  for await (const { path, content } of files) yield { name: path, content };
}

/** GET /files/contacts/<token>/data.json: everything about a person, for who has just taken it. */
export function registerContactFiles(app: FastifyInstance, parts: ApiParts): void {
  const tokens = hourlyTokens('contact-data', parts);
  app.get<{ Params: { token: string } }>('/files/contacts/:token/data.json', async (request, reply) => {
    const id = tokens.idOf(request.params.token);
    const { readModels, commands } = parts;
    const content =
      id === null ? null : (
        await commands.contacts.personalDataFile(id, (businessId, ids, asked) =>
          readModels.timelinePointers(businessId, ids, { kinds: TimelineKind.options, ...asked }),
        )
      );
    if (content === null) throw notFound('This file does not exist, or its address is no longer good.');
    const name = `contact-${id!.slice(0, 8)}-${parts.now().toISOString().slice(0, 10)}.json`;
    return reply.headers(privateFile('application/json; charset=utf-8', name)).send(Readable.from(content));
  });

  const packets = hourlyTokens('evidence', parts);
  app.get<{ Params: { token: string } }>('/files/contacts/:token/evidence.zip', async (request, reply) => {
    const id = packets.idOf(request.params.token);
    const files = id === null ? null : await evidenceFiles(parts, id);
    if (files === null) throw notFound('This file does not exist, or its address is no longer good.');
    const name = `evidence-${id!.slice(0, 8)}-${parts.now().toISOString().slice(0, 10)}.zip`;
    return reply.headers(privateFile('application/zip', name)).send(Readable.from(zip(asEntries(files))));
  });
}
