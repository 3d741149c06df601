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
      {context.mode === 'live' && context.thanks !== undefined && context.thanks.joined !== false && (
        <div className="pv-joined" data-section="thanks" role="status">
          <Rich text={page.thanks.Content} />
        </div>
      )}
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
              <span data-after={t('loop.copied')}>{t('loop.copy')}</span>
            </button>
          </div>
          <button type="button" className="pv-button" data-share={figures.link} hidden>
            <span>{t('loop.send')}</span>
          </button>
        </div>
        {context.thanks?.coupon && (
          <a className="pv-button pv-quiet-button pv-own-coupon" href={context.thanks.coupon}>
            <span>{t('thanks.coupon')}</span>
          </a>
        )}
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
            {figures.actions.map((way) => (
              <li key={way.id}>
                <span>{way.label}</span>
                <b>{way.done ? t('loop.done') : t('loop.points', { points: numbers.format(way.points) })}</b>
                {way.href !== null && !way.done && <Way way={way} act={figures.act} />}
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
                    {reward.description !== '' && <span className="pv-reward-about">{reward.description}</span>}
                    <span className="pv-reward-state">
                      {reward.handedOut ?
                        t('loop.handedOut')
                      : reward.claimed ?
                        t('loop.claimed')
                      : reward.unlocked ?
                        points(rewards.SuccessText, reward.points)
                      : points(rewards.UnlockText, missing)}
                    </span>
                    {!reward.unlocked && (
                      <svg className="pv-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                        <rect width={share} height="6" />
                      </svg>
                    )}
                  </div>
                  {reward.claim !== null ?
                    <form method="post" action={reward.claim}>
                      <button type="submit" className="pv-button pv-small">
                        <span>{t('loop.claim')}</span>
                      </button>
                    </form>
                  : reward.link !== null && !reward.handedOut ?
                    <a className="pv-button pv-small" href={reward.link}>
                      <span>{t('loop.show')}</span>
                    </a>
                  : !reward.unlocked && (
                      <span className="pv-reward-points">
                        {t('loop.needed', { points: numbers.format(reward.points) })}
                      </span>
                    )
                  }
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {context.thanks?.back && (
        <p className="pv-behind" data-section="thanks">
          <a className="pv-back" href={context.thanks.back}>
            {page.thanks.BackLabel}
          </a>
        </p>
      )}
    </Frame>
  );
}

/** Does it, and says so: with scripts the page says it by itself, without them its member does. */
function Way({ way, act }: { readonly way: LoopFigures['actions'][number]; readonly act: string | undefined }) {
  const outside = /^https?:/.test(way.href ?? '');
  return (
    <>
      <a
        className="pv-button pv-small pv-quiet-button"
        href={way.href!}
        {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        {...(act === undefined ? {} : { 'data-act': act, 'data-action': way.action, 'data-reward': way.id })}
      >
        <span>{t(way.action === 'visit' ? 'loop.visit' : 'loop.share')}</span>
      </a>
      {way.form !== null && (
        <form className="pv-without-script" method="post" action={way.form}>
          <button type="submit" className="pv-button pv-small pv-quiet-button">
            <span>{t('loop.did')}</span>
          </button>
        </form>
      )}
    </>
  );
}
const gift =
  'M20 7h-2.2a3 3 0 00-5.8-1.2A3 3 0 006.2 7H4a1 1 0 00-1 1v3h18V8a1 1 0 00-1-1zM9 7a1 1 0 110-2 1 1 0 011 1v1zm6 0h-1V6a1 1 0 111 1zM4 13v7a1 1 0 001 1h6v-8zm9 8h6a1 1 0 001-1v-7h-7z';
const lock =
  'M12 2a5 5 0 00-5 5v3H6a2 2 0 00-2 2v8a2 2 0 002 2h12a2 2 0 002-2v-8a2 2 0 00-2-2h-1V7a5 5 0 00-5-5zm-3 8V7a3 3 0 016 0v3z';
