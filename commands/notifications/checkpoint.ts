import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { CheckpointEmails } from '../../domain/evidence/checkpoint-emails.ts';
import { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { emailOwner } from './owner-email.ts';

/**
 * Emails the owner of a business or an agency the checkpoint of its log of one day, once. Whoever holds it can prove
 * later that nothing before it was changed. `owner`: as the tree has it.
 */
export const checkpointOfDay = command({
  input: z.object({ owner: z.uuid(), day: z.iso.date(), size: z.number().int().min(1), note: z.string().max(2_000) }),
  by: ['system'],
  async run({ world, context }, { owner, day, size, note }) {
    const id = BusinessId.parse(owner);
    const [to, { isOn }] = await Promise.all([
      ownerOf(world, id),
      world.loadState(streams.checkpointEmails(id), CheckpointEmails),
    ]);
    const told =
      to === null || !isOn ?
        null
      : await emailOwner(world, context, to, {
          of: ['checkpoint', owner, day],
          kind: 'checkpoint',
          title: `Your log checkpoint for ${day}`,
          content: [
            `Keep this email. It’s your proof that the ${size.toLocaleString('en-US')} events recorded for ${to.name} up to ${day} weren’t changed later. You can turn these emails off in your settings.`,
            note,
          ].join('\n\n'),
          link: to.link,
        });
    return told ?? { position: null, result: undefined };
  },
});

async function ownerOf(world: CommandServices, owner: BusinessId) {
  const business = await world.loadState(streams.business(owner), Business);
  if (business.status !== 'none') {
    const { businessId, agencyId, ownerId, name } = business;
    return { tenant: { agencyId, businessId }, agencyId, ownerId, name, link: '/business/contacts' };
  }
  const agencyId = AgencyId.parse(owner);
  const agency = await world.loadState(streams.agency(agencyId), Agency);
  if (agency.status === 'none') return null;
  const { ownerId, name } = agency;
  return { tenant: { agencyId, businessId: null }, agencyId, ownerId, name, link: '/agency/dashboard' };
}
