/** `npm run client`: writes the typed client from the OpenAPI document. */
import { writeFileSync } from 'node:fs';
import { developerApi } from '../api/developers/calls.ts';
import { clientSource } from '../api/developers/client.ts';
import { routes } from '../api/routes/index.ts';

const file = new URL('../client/index.ts', import.meta.url);
const source = clientSource(developerApi(routes));
writeFileSync(file, source);
console.log(`Wrote client/index.ts: ${source.split('\n').length} lines.`);
