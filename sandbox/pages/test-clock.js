import { call, h, now, takeClock } from './ui.js';

const shown = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const hour = 3_600_000;
const day = 24 * hour;

/** "2 days, 3 hours ahead of this computer". */
function aheadInWords(seconds) {
  if (seconds < 60) return 'Same as this computer';
  const parts = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor((seconds % 86_400) / 3_600), 'hour'],
    [Math.floor((seconds % 3_600) / 60), 'minute'],
  ].filter(([count]) => count > 0);
  const words = parts.slice(0, 2).map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`);
  return `${words.join(', ')} ahead of this computer`;
}

/** The next 9 AM that is tomorrow here: `setDate` keeps to the wall clock when it changes overnight. */
function tomorrowAtNine() {
  const at = now();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at;
}

/** The card that moves the application's time ahead. `moved` draws what shows the time. */
export function testClock(clock, moved) {
  const time = h('p', { class: 'time' });
  const ahead = h('p', { class: 'quiet' });
  const outcome = h('p', { class: 'outcome', role: 'status' });
  const draw = ({ aheadSeconds }) => {
    time.textContent = shown.format(now());
    ahead.textContent = aheadInWords(aheadSeconds);
  };
  let seconds = clock.aheadSeconds;
  const buttons = [];

  async function move(to) {
    for (const button of buttons) button.disabled = true;
    outcome.className = 'outcome';
    outcome.textContent = 'Moving time ahead…';
    try {
      const answer = takeClock(await call('POST', '/sandbox/clock', { to: to.toISOString() }));
      seconds = answer.aheadSeconds;
      draw(answer);
      moved();
      outcome.textContent = 'Done. Overdue steps, waits and messages run now.';
    } catch (error) {
      outcome.className = 'outcome problem';
      outcome.textContent = error.message;
    }
    for (const button of buttons) button.disabled = false;
  }
  const later = (ms) => () => move(new Date(now().getTime() + ms));
  const button = (name, onclick) => {
    const element = h('button', { type: 'button', class: 'button', onclick }, name);
    buttons.push(element);
    return element;
  };

  const input = h('input', { type: 'datetime-local', name: 'to', 'aria-label': 'Date and time' });
  const go = h('button', { class: 'button' }, 'Move');
  buttons.push(go);
  const card = h(
    'div',
    { class: 'card test-clock' },
    h('h2', {}, 'Test clock'),
    time,
    ahead,
    h(
      'div',
      { class: 'moves', role: 'group', 'aria-label': 'Move time ahead' },
      button('+1 hour', later(hour)),
      button('Tomorrow 9 AM', () => move(tomorrowAtNine())),
      button('+1 day', later(day)),
      button('+1 week', later(7 * day)),
    ),
    h(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          const at = new Date(input.value);
          if (Number.isNaN(at.getTime())) {
            outcome.className = 'outcome problem';
            outcome.textContent = 'Choose a date and a time.';
            return;
          }
          void move(at);
        },
      },
      h('label', { class: 'field' }, 'Date and time', input),
      go,
    ),
    outcome,
    h('p', { class: 'quiet' }, 'Try waits, birthdays, quiet hours and expiry in a minute. You can’t move time back.'),
  );
  draw({ aheadSeconds: seconds });
  setInterval(() => draw({ aheadSeconds: seconds }), 10_000);
  return card;
}
