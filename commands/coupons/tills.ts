import { z } from 'zod';
import { type BusinessId, TillId } from '../../domain/kernel/ids.ts';
import { closeTill as decideClosed, openTill as decideOpened, tillFields, Tills } from '../../domain/till/till.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../caller.ts';
import { type Call, decision, question } from '../command.ts';
import { deskOf } from '../desk.ts';
import { stateOf, type World } from '../kernel.ts';

const ownTills = ({ context }: Call) => {
  const desk = deskOf(context);
  return { ...desk, stream: streams.tills(desk.businessId) };
};

/** Makes a link that makes a device a till; the API answers its token. */
export const openTill = decision({
  input: z.object({ tillId: TillId, name: tillFields.name }),
  by: people,
  aggregate: Tills,
  at: ownTills,
  decide: ({ tillId, name }, tills, { businessId }) => decideOpened({ businessId, tillId, name }, tills),
});

/** From now on the link is good for nothing, on whatever device it is. */
export const closeTill = decision({
  input: z.object({ tillId: TillId }),
  by: people,
  aggregate: Tills,
  at: ownTills,
  decide: ({ tillId }, tills, { businessId }) => decideClosed({ businessId, tillId }, tills),
});

/** The till that a token makes of a device; null for one that is forged, another business's, or was taken back. */
export async function tillOf(
  world: World,
  businessId: BusinessId,
  token: string,
): Promise<{ readonly tillId: TillId; readonly name: string } | null> {
  const id = world.identifiers.idOf('till', token);
  if (id === null) return null;
  const tillId = TillId.parse(id);
  const till = stateOf(Tills, await world.events.read(streams.tills(businessId))).get(tillId);
  return till?.open === true ? { tillId, name: till.name } : null;
}
export const findTill = question(tillOf);

/** All tills of a business, with the token of each that is open. */
export const listTills = question(async (world: World, businessId: BusinessId) =>
  [...stateOf(Tills, await world.events.read(streams.tills(businessId)))]
    .filter(([, { open }]) => open)
    .map(([tillId, { name }]) => ({ tillId, name, token: world.identifiers.token('till', tillId) })),
);
