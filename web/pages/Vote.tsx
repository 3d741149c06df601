import { kinds, type Page, type VoteOption } from '../../api/contract/page-model.ts';
import type { PageContext, VoteFigures } from '../../api/contract/page-view.ts';
import { AskedFields, fieldId } from './Fields.tsx';
import { Consent, Form, Submit } from './Form.tsx';
import { Frame, Photo } from './Frame.tsx';
import { Main } from './Main.tsx';
import { Heading } from './Rich.tsx';
import { shares } from './shares.ts';
import { t } from './texts.ts';

type VotePageData = Page<'vote'>;
interface Given {
  readonly page: VotePageData;
  readonly context: PageContext;
}

/**
 * First what to vote for, then who votes. Without JavaScript both stand below each other; with it the second step comes
 * after the first.
 */
export function VotePage({ page, context }: Given) {
  if (context.vote?.ended)
    return (
      <Frame kind="vote" page={page} context={context}>
        <Main main={page.main} />
        <Result page={page} context={context} />
        <Share page={page} context={context} />
      </Frame>
    );
  const box = page.actionButton.ShowDisclaimerCheckBox;
  return (
    <Frame kind="vote" page={page} context={context}>
      <Main main={page.main} />
      <Form context={context}>
        <div className="pv-step" data-step="choose" data-section="votes.options">
          <Options page={page} context={context} />
          <button type="button" className="pv-button pv-vote-button pv-needs-script" data-next="">
            <span>{page['votes.actionButton'].Label}</span>
          </button>
        </div>
        <div className="pv-step pv-later" data-step="who">
          <div data-section="inputs">
            <AskedFields inputs={page.inputs} box={box} context={context} />
          </div>
          <div className="pv-action" data-section="actionButton">
            <Consent box={box} context={context} />
            <Submit label={page.actionButton.Label} />
          </div>
        </div>
      </Form>
    </Frame>
  );
}

function Options({ page, context }: Given) {
  const { AllowMultiple: several, Options: options } = page['votes.options'];
  const { Question: question, QuestionDescription: more } = page.main;
  const error = context.form?.errors['choices'];
  const pictured = options.some(({ picture }) => picture !== null);
  const described = [several ? 'pv-choices-help' : null, error === undefined ? null : 'pv-choices-error']
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      className="pv-choices"
      data-field="choices"
      id={fieldId('choices')}
      {...(described === '' ? {} : { 'aria-describedby': described })}
      {...(error === undefined ? {} : { 'aria-invalid': true })}
    >
      <legend>{question}</legend>
      {more !== '' && <p className="pv-choices-more">{more}</p>}
      {several && (
        <p className="pv-help" id="pv-choices-help">
          {t('page.several')}
        </p>
      )}
      {error !== undefined && (
        <span className="pv-error" id="pv-choices-error">
          {error}
        </span>
      )}
      <div className={pictured ? 'pv-options pv-with-pictures' : 'pv-options'}>
        {options.map((option) => (
          <Option key={option.id} option={option} several={several} chosen={context.form?.choices ?? []} />
        ))}
      </div>
    </fieldset>
  );
}

function Option({
  option,
  several,
  chosen,
}: {
  readonly option: VoteOption;
  readonly several: boolean;
  readonly chosen: readonly string[];
}) {
  return (
    <label className="pv-option">
      {option.picture !== null && <Photo picture={{ ...option.picture, alt: '' }} className="pv-option-picture" />}
      <span className="pv-option-label">
        <input
          type={several ? 'checkbox' : 'radio'}
          name="choices"
          value={option.id}
          defaultChecked={chosen.includes(option.id)}
        />
        <span>{option.label}</span>
      </span>
    </label>
  );
}

/** How a vote stands in the preview: something to look at. */
const example = (options: readonly VoteOption[]): VoteFigures => {
  const counts = Object.fromEntries(options.map(({ id }, index) => [id, 48 - index * 13 > 0 ? 48 - index * 13 : 3]));
  return { counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0), ended: false, mine: [] };
};

/** How the vote stands, as bars. */
export function Result({ page, context }: Given) {
  const { Options: options } = page['votes.options'];
  const figures = context.vote ?? (context.mode === 'preview' ? example(options) : null);
  if (figures === null) return null;
  const { Title: title, ShowCounts: counted } = page['votes.result'];
  const counts = options.map(({ id }) => figures.counts[id] ?? 0);
  const percent = shares(counts);
  const numbers = new Intl.NumberFormat(context.locale);
  // What we say of a vote that goes on is not true of one that is over; what the business says itself stays.
  const final = title === kinds.vote['votes.result'].Title.initial ? t('vote.final') : title;
  const live = figures.ended || context.mode === 'preview' ? null : (figures.live ?? null);
  return (
    <section
      className="pv-result"
      data-section="votes.result"
      {...(live ?
        {
          'data-live': live,
          'data-one': t('vote.votes', { count: 1 }),
          'data-many': t('vote.votes', { count: 2 }),
          'data-over': t('vote.ended'),
          'data-final': final,
          'data-locale': context.locale,
        }
      : {})}
    >
      <h2 className="pv-result-title">{figures.ended ? final : title}</h2>
      <p className="pv-note pv-over">{figures.ended && t('vote.ended')}</p>
      <ol>
        {options.map((option, index) => (
          <li
            key={option.id}
            data-option={option.id}
            className={figures.mine.includes(option.id) ? 'pv-mine' : undefined}
          >
            <span className="pv-bar-words">
              <span className="pv-bar-name">
                {option.label}
                {figures.mine.includes(option.id) && <em className="pv-yours">{t('vote.yours')}</em>}
              </span>
              <span className="pv-bar-figure">
                <b>{percent[index]}%</b>
                {counted && <span> {t('vote.votes', { count: counts[index]! })}</span>}
              </span>
            </span>
            {/* Its width is an attribute: the policy lets no style of an element's own through. */}
            <svg className="pv-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={percent[index]} height="6" />
            </svg>
          </li>
        ))}
      </ol>
      <p className="pv-total">
        {figures.total === 0 ?
          t('vote.none')
        : t('vote.votes', { count: figures.total }).replace(/\d+/, (n) => numbers.format(Number(n)))}
      </p>
      {live && <p className="pv-unseen" role="status" />}
    </section>
  );
}

/** Links that open the networks' own forms: nothing of theirs is loaded here. */
export function Share({ page, context }: Given) {
  const share = page['votes.share'];
  const links =
    context.share ?? (context.mode === 'preview' ? { url: 'https://example.com', title: context.company } : null);
  if (!share.Show || links === null) return null;
  const [url, title] = [encodeURIComponent(links.url), encodeURIComponent(links.title)];
  const places = [
    share.FacebookEnabled && (['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${url}`, facebook] as const),
    share.TwitterEnabled && (['X', `https://twitter.com/intent/tweet?url=${url}&text=${title}`, x] as const),
    share.LinkedinEnabled &&
      (['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`, linkedin] as const),
  ].filter((place) => place !== false);
  if (places.length === 0) return null;
  return (
    <section className="pv-share" data-section="votes.share">
      {share.ShowTitle && <h2>{share.Title}</h2>}
      <p>
        {places.map(([name, href, path]) => (
          <a
            key={name}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('vote.shareOn', { place: name })}
          >
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d={path} />
            </svg>
            <span>{name}</span>
          </a>
        ))}
      </p>
    </section>
  );
}
const facebook = 'M14 8.5h2.8V5H14c-2.5 0-4.2 1.7-4.2 4.2V11H7v3.5h2.8V22h3.7v-7.5h2.7l.6-3.5h-3.3V9.3c0-.5.2-.8.5-.8z';
const x = 'M4 4l6.3 8.4L4.2 20h2.2l4.9-6 4.5 6H20l-6.6-8.8L19.3 4h-2.2l-4.7 5.8L8 4z';
const linkedin =
  'M5 3.5a2 2 0 110 4 2 2 0 010-4zM3.3 9h3.4v11.5H3.3zM9 9h3.3v1.6c.5-.9 1.7-1.9 3.5-1.9 3.6 0 4.3 2.3 4.3 5.4v6.4h-3.4v-5.7c0-1.4 0-3.1-1.9-3.1s-2.3 1.5-2.3 3v5.8H9z';

/** /pages/{id}/{business}/result */
export function ResultPage({ page, context }: Given) {
  return (
    <Frame kind="vote" page={page} context={context}>
      <div className="pv-main">
        <div className="pv-question">
          <h1 className="pv-heading">{page.main.Question === '' ? context.company : page.main.Question}</h1>
        </div>
      </div>
      <Result page={page} context={context} />
      <Share page={page} context={context} />
    </Frame>
  );
}

/** What a voter is shown: thanks, the result, and how to tell others. */
export function Voted({ page, context }: Given) {
  return (
    <>
      <div className="pv-thanks-words">
        <Heading text={page.thanks.Content} className="pv-said" />
      </div>
      <Result page={page} context={context} />
      <Share page={page} context={context} />
    </>
  );
}
