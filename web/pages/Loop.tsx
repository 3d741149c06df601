import type { Page } from '../../api/contract/page-model.ts';
import type { LoopFigures, PageContext } from '../../api/contract/page-view.ts';
import { AskedFields } from './Fields.tsx';
import { Consent, Form, Submit } from './Form.tsx';
import { Frame } from './Frame.tsx';
import { Main, Question } from './Main.tsx';
import { Rich } from './Rich.tsx';
import { t } from './texts.ts';

interface Given {
  readonly page: Page<'loop'>;
  readonly context: PageContext;
}

/** Who has not joined is asked to; a member sees where they stand. */
export function LoopPage({ page, context }: Given) {
  if (context.loop) return <MemberPage page={page} context={context} figures={context.loop} />;
  const box = page.actionButton.ShowDisclaimerCheckBox;
  return (
    <Frame kind="loop" page={page} context={context}>
      <Main main={page.main} />
      <Form context={context}>
        <Question main={page.main} />
        <div data-section="inputs">
          <AskedFields inputs={page.inputs} box={box} context={context} />
        </div>
        <div className="pv-action" data-section="actionButton">
          <Consent box={box} context={context} />
          <Submit label={page.actionButton.Label} />
        </div>
      </Form>
    </Frame>
  );
}

function MemberPage({ page, context, figures }: Given & { readonly figures: LoopFigures }) {
  const numbers = new Intl.NumberFormat(context.locale);
  const points = (words: string, count: number) => words.replaceAll('[POINTS]', () => numbers.format(count));
  const main = page['loops.main'];
  const ways = page['loops.points'];
  const rewards = page['loops.rewards'];
  return (
    <Frame kind="member" page={page} context={context}>
      <section className="pv-member" data-section="loops.main">
        <h1 className="pv-heading">{points(main.Title, figures.points)}</h1>
        <div className="pv-description">
          <Rich text={main.Content} />
        </div>
        <dl className="pv-figures">
          {(
            [
              [main.HeaderLabel1, numbers.format(figures.points)],
              [main.HeaderLabel2, numbers.format(figures.referrals)],
              [main.HeaderLabel3, figures.ranking === null ? '–' : `#${numbers.format(figures.ranking)}`],
              [main.HeaderLabel4, numbers.format(figures.unlocked)],
            ] as const
          ).map(([label, figure], index) => (
            <div key={index}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <div className="pv-field pv-link">
          <label htmlFor="pv-own-link">{t('loop.link')}</label>
          <div className="pv-copy">
            <input id="pv-own-link" type="text" readOnly value={figures.link} />
            <button type="button" className="pv-button pv-small pv-needs-script" data-copy="pv-own-link">
              <span>{t('loop.copy')}</span>
            </button>
          </div>
        </div>
        {main.Description.length > 0 && (
          <div className="pv-description">
            <Rich text={main.Description} />
          </div>
        )}
      </section>
      {figures.actions.length > 0 && (
        <section className="pv-ways" data-section="loops.points">
          <h2>{ways.Title}</h2>
          <Rich text={ways.Content} />
          <ul>
            {figures.actions.map(({ label, points: worth, done }) => (
              <li key={label}>
                <span>{label}</span>
                <b>{done ? t('loop.done') : t('loop.points', { points: worth })}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
      {figures.rewards.length > 0 && (
        <section className="pv-rewards" data-section="loops.rewards">
          <h2>{rewards.Title}</h2>
          <ul>
            {figures.rewards.map((reward) => {
              const missing = Math.max(0, reward.points - figures.points);
              const share = Math.min(100, Math.floor((figures.points * 100) / Math.max(1, reward.points)));
              return (
                <li key={reward.id} className={reward.unlocked ? 'pv-unlocked' : undefined}>
                  <svg className="pv-reward-icon" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
                    <path d={reward.unlocked ? gift : lock} />
                  </svg>
                  <div>
                    <strong>{reward.title}</strong>
                    <span className="pv-reward-state">
                      {reward.unlocked ?
                        points(rewards.SuccessText, reward.points)
                      : points(rewards.UnlockText, missing)}
                    </span>
                    {!reward.unlocked && (
                      <svg className="pv-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                        <rect width={share} height="6" />
                      </svg>
                    )}
                  </div>
                  {reward.unlocked && reward.link !== null ?
                    <a href={reward.link}>{t('loop.open')}</a>
                  : <span className="pv-reward-points">
                      {t('loop.needed', { points: numbers.format(reward.points) })}
                    </span>
                  }
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </Frame>
  );
}
const gift =
  'M20 7h-2.2a3 3 0 00-5.8-1.2A3 3 0 006.2 7H4a1 1 0 00-1 1v3h18V8a1 1 0 00-1-1zM9 7a1 1 0 110-2 1 1 0 011 1v1zm6 0h-1V6a1 1 0 111 1zM4 13v7a1 1 0 001 1h6v-8zm9 8h6a1 1 0 001-1v-7h-7z';
const lock =
  'M12 2a5 5 0 00-5 5v3H6a2 2 0 00-2 2v8a2 2 0 002 2h12a2 2 0 002-2v-8a2 2 0 00-2-2h-1V7a5 5 0 00-5-5zm-3 8V7a3 3 0 016 0v3z';
