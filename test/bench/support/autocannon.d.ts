/** The little of autocannon that the benches use; the package has no types of its own. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: string;
    body: string;
    headers: Record<string, string>;
    connections: number;
    duration: number;
  }
  interface Result {
    requests: { average: number; total: number };
    non2xx: number;
    errors: number;
    timeouts: number;
    latency: { p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
