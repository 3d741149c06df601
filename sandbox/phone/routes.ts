import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isAcceptedType, mediaLimit } from '../carrier/media.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Calls, endings } from '../carrier/calls.ts';
import { UnknownNumber, type Phone } from './phone.ts';

const number = z.string().regex(/^\+[1-9]\d{6,14}$/, 'Give a phone number as a plus sign and 7 to 15 digits.');

const Text = z.strictObject({
  from: number,
  to: number,
  /** Longer than a real phone allows, to try what the application does with it. */
  body: z.string().max(100_000, 'The text is longer than 100,000 characters.').default(''),
  media: z
    .array(z.strictObject({ contentType: z.string().max(100), data: z.base64('The picture must be base64.') }))
    .max(10, 'A message carries at most 10 attachments.')
    .default([]),
  wait: z.boolean().default(true),
});

/** The phone's calls. Sizes are bytes; pictures travel as base64. */
export function phoneRoutes(app: FastifyInstance, phone: Phone, calls: Calls, handsets: readonly string[]): void {
  app.post('/phone/messages', async (request, reply) => {
    const text = Text.parse(request.body ?? {});
    if (text.body === '' && text.media.length === 0)
      throw new Refusal(422, 'Write a text or attach a picture.', { body: ['Write a text or attach a picture.'] });
    const media = text.media.map(({ contentType, data }) => ({ contentType, content: Buffer.from(data, 'base64') }));
    for (const { contentType, content } of media) {
      if (!isAcceptedType(contentType))
        throw new Refusal(422, `The carrier does not take ${contentType}.`, {
          media: [`The carrier does not take ${contentType}.`],
        });
      if (content.length > mediaLimit)
        throw new Refusal(413, 'A picture may have at most 5 MB.', { media: ['A picture may have at most 5 MB.'] });
    }
    try {
      return await reply.code(201).send(await phone.send({ ...text, media }));
    } catch (error) {
      if (error instanceof UnknownNumber) throw new Refusal(404, error.message, { to: [error.message] });
      throw error;
    }
  });

  const Call = z.strictObject({
    from: z.string().max(40),
    to: number,
    ending: z.enum(endings).default('answered'),
    seconds: z.number().int().min(0).max(86_400).default(42),
    doubled: z.boolean().default(false),
    endedFirst: z.boolean().default(false),
    untold: z.boolean().default(false),
  });
  app.post('/phone/calls', async (request, reply) => {
    const call = Call.parse(request.body ?? {});
    try {
      return await reply.code(201).send(await calls.place(call));
    } catch (error) {
      if (error instanceof UnknownNumber) throw new Refusal(404, error.message, { to: [error.message] });
      throw error;
    }
  });

  const Query = z.object({
    number,
    with: number.optional(),
    all: z.enum(['0', '1']).default('0'),
    limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  });
  app.get('/phone/messages', async (request) => {
    const query = Query.parse(request.query);
    const options = { all: query.all === '1', limit: query.limit };
    return {
      number: query.number,
      messages: phone.messages(
        query.number,
        query.with === undefined ? options : { ...options, withNumber: query.with },
      ),
    };
  });

  app.get('/phone/numbers', async () => ({ numbers: phone.numbers(), handsets }));
}
