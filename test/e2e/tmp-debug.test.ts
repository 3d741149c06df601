import { test } from 'vitest';
import { client, startApplication } from '../support/application.ts';
test('x', async () => {
  const app = await startApplication();
  const { call, signIn } = client(app);
  await signIn('business@demo.test');
  const { data } = await call<{ data: { id: string } }>('POST', '/automations', { name: 'H', template: 'welcome' });
  for (const days of [30, 90]) {
    const { data: r } = await call<{ data: any }>('GET', `/automations/${data.id}/rehearsal?days=${days}`);
    console.log(JSON.stringify({ ...r, steps: 0, sendings: r.sendings.slice(0, 3) }));
  }
  const { data: cs } = await call<any>('GET', `/contacts?per_page=20`);
  console.log(cs.map((c: any) => [c.created_at, c.opted_in_at, c.status, c.source].join(' ')).join('\n'));
  console.log(JSON.stringify(cs[0]));
  const all = await call<any>('GET', '/automations');
  for (const a of all.data) {
    const { data: r } = await call<{ data: any }>('GET', `/automations/${a.id}/rehearsal?days=90`);
    console.log(a.name, JSON.stringify({ ...r, steps: 0, sendings: r.sendings.slice(0, 2) }));
  }
  await app.dispose();
}, 300_000);
