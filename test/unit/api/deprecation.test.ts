import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Deprecation, deprecations } from '../../../api/contract/deprecations.ts';
import { allCalls } from '../../../api/contract/index.ts';
import { changelogPage } from '../../../api/developers/page.ts';
import { openApiDocument } from '../../../api/kernel/openapi/document.ts';
import type { ApiParts } from '../../../api/kernel/parts.ts';
import { registerRoutes } from '../../../api/kernel/register.ts';
import { route, type RouteContract } from '../../../api/kernel/route.ts';
import { routes } from '../../../api/routes/index.ts';

const goes = { since: '2026-12-01', sunset: '2027-07-01', use: 'GET /contacts/all' } as const;

describe('a deprecated call', () => {
  it('says so with every answer, also one that refuses', async () => {
    const contract = (path: `/${string}`): RouteContract => ({
      id: 'example',
      summary: 'An example.',
      who: 'public',
      method: 'GET',
      path,
      tag: 'Contacts',
      query: z.object({ page: z.coerce.number().default(1) }),
      reply: z.object({}),
    });
    const app = fastify();
    const own = [contract('/old'), contract('/new')].map((one) => route(one, async () => ({})));
    // A public call that only answers asks nothing of the rest.
    registerRoutes(app, own, { config: {} } as unknown as ApiParts, { 'GET /old': goes });
    for (const [url, status] of [
      ['/old', 200],
      ['/old?page=x', 500],
    ] as const) {
      const { statusCode, headers } = await app.inject(url);
      expect(statusCode).toBe(status);
      expect(headers).toMatchObject({
        deprecation: `@${Date.parse('2026-12-01T00:00:00Z') / 1000}`,
        sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
        link: expect.stringContaining('</developers/changelog#deprecations>; rel="deprecation"'),
      });
    }
    expect((await app.inject('/new')).headers).not.toHaveProperty('deprecation');
    await app.close();
  });

  it('is marked in the document, and on the page of changes', () => {
    const { paths } = openApiDocument(routes, { title: 'API', version: '1' }, { 'GET /contacts': goes });
    expect(paths['/contacts']!['get']).toMatchObject({
      deprecated: true,
      description: expect.stringContaining('Deprecated: use `GET /contacts/all`. Works until 2027-07-01.'),
    });
    expect(paths['/contacts/all']!['get']).not.toHaveProperty('deprecated');
    expect(changelogPage({ 'GET /contacts': goes }).html).toContain('<td>2027-07-01</td>');
  });

  it('is a call that there is, with another one in its place, for at least six months', () => {
    const known = Object.entries(deprecations) as [string, Deprecation][];
    for (const [name, one] of known) {
      expect(Object.keys(allCalls)).toEqual(expect.arrayContaining([name, one.use]));
      expect((Date.parse(one.sunset) - Date.parse(one.since)) / 86_400_000).toBeGreaterThanOrEqual(180);
    }
  });
});
