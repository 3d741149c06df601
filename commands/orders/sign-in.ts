import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { text } from '../../domain/kernel/fields.ts';
import { namespaces, OrderId, uuidV5 } from '../../domain/kernel/ids.ts';
import { existing } from '../../domain/orders/order.ts';
import { streams } from '../../domain/streams.ts';
import { userFields } from '../../domain/users/fields.ts';
import { signIn, User } from '../../domain/users/user.ts';
import { anybody } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { orderAt } from './order-of.ts';

/** So long after the account was made its order signs in, in ms: an answer may be lost on the way. */
const signsInForMs = 15 * 60_000;

/**
 * Signs the buyer of a completed order in, who has just chosen their password. Null: it was too long ago, or the
 * password or a factor has changed since; then they sign in as everyone does.
 */
export const signInBuyer = command({
  input: z.object({ orderId: OrderId, sessionId: z.uuid(), ipAddress: text.nullable(), device: userFields.device }),
  by: anybody,
  async run({ world, context }, { orderId, sessionId, ipAddress, device }) {
    const order = existing(await orderAt(world, orderId));
    const stored = await world.events.read(streams.order(orderId));
    const completed = stored.findLast(({ type }) => type === 'OrderCompleted');
    const age = world.now().getTime() - Date.parse(completed?.metadata.occurredAt ?? '');
    const stream = streams.user(order.ownerId);
    const seen = await world.events.read(stream);
    const user = stateOf(User, seen);
    // The password that the order chose, as it was registered.
    const ref = `password/${order.ownerId}/${uuidV5(namespaces.command, orderId, 'tenant')}`;
    const isTheirs = (current: User) =>
      current.status === 'active' && current.credentialRef === ref && current.secondFactors.size === 0;
    const work = startUnitOfWork(world, context, {
      tenant: user.status === 'active' ? { agencyId: user.agencyId, businessId: user.businessId } : platformTenant,
    });
    if (completed === undefined || !(age < signsInForMs) || user.status !== 'active' || !isTheirs(user))
      return work.outcome(null);
    const digest = device === undefined ? null : world.vault.fingerprint(`device/${order.ownerId}/${device}`);
    const { events } = await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (current) =>
        isTheirs(current) && current.status === 'active' ?
          signIn({ sessionId, ipAddress, ...(digest === null ? {} : { device: digest }) }, current)
        : [],
    });
    const { role, agencyId, businessId } = user;
    return work.outcome(events.length === 0 ? null : { userId: order.ownerId, role, agencyId, businessId });
  },
});
