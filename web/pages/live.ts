import { shares } from './shares.ts';

interface Tally {
  readonly total: number;
  readonly options: Readonly<Record<string, number>>;
  readonly ended: boolean;
}

/** ms: until a line that broke is tried again, doubled each time; between two sentences for who listens. */
const [soonest, latest, between] = [2_000, 60_000, 10_000];

const put = (root: ParentNode, selector: string, text: string): void => {
  const found = root.querySelector(selector);
  if (found !== null && found.textContent !== text) found.textContent = text;
};

/** Moves the bars of a vote while it goes on. Without it, or when no line comes about, the page stays as it was drawn. */
export function liveBars(section: HTMLElement): void {
  const { live, one = '', many = '' } = section.dataset;
  if (live === undefined || !('WebSocket' in window)) return;
  const numbers = new Intl.NumberFormat(section.dataset['locale'] ?? 'en-US');
  const votes = (count: number): string => (count === 1 ? one : many.replace(/\d+/, numbers.format(count)));
  const rows = [...section.querySelectorAll<HTMLElement>('[data-option]')];
  let [wait, over, spoken] = [soonest, false, 0];

  const show = ({ total, options, ended }: Tally): void => {
    const counts = rows.map((row) => options[row.dataset['option']!] ?? 0);
    const percent = shares(counts);
    rows.forEach((row, index) => {
      put(row, '.pv-bar-figure b', `${percent[index]}%`);
      put(row, '.pv-bar-figure span', ` ${votes(counts[index]!)}`);
      row.querySelector('rect')?.setAttribute('width', String(percent[index]));
    });
    if (total > 0) put(section, '.pv-total', votes(total));
    // Who listens hears the sum now and then, not every vote.
    const now = Date.now();
    if (now - spoken > between && spoken > 0) put(section, '.pv-unseen', votes(total));
    if (now - spoken > between) spoken = now;
    if (ended) {
      put(section, '.pv-over', section.dataset['over'] ?? '');
      put(section, '.pv-result-title', section.dataset['final'] ?? '');
    }
    over = ended;
  };

  const connect = (): void => {
    const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + live);
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      wait = soonest;
      try {
        show(JSON.parse(data) as Tally);
      } catch {
        socket.close();
      }
      if (over) socket.close();
    };
    socket.onclose = ({ code, reason }) => {
      if (over || code === 4404 || reason === 'gone') return;
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(latest, wait * 2);
    };
  };
  connect();
}
