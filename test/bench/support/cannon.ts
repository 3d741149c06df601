/** Load from a process of its own: shoots one request over and over and answers with the rate. */
import autocannon from 'autocannon';

async function shoot({
  url,
  token,
  body,
  duration,
}: {
  url: string;
  token: string | null;
  body: string;
  duration: number;
}): Promise<void> {
  const result = await autocannon({
    url,
    method: 'POST',
    body,
    connections: 50,
    duration,
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  });
  process.send!({ rate: result.requests.average, failed: result.non2xx + result.errors + result.timeouts });
}

process.once('message', (shot: Parameters<typeof shoot>[0]) => void shoot(shot));
process.once('disconnect', () => process.exit(0));
