import type { Page } from '../../api/contract/page-model.ts';
import { Heading, Rich } from './Rich.tsx';

/** Heading, description and question of a page. */
export function Main({ main }: { readonly main: Page<'landing'>['main'] }) {
  return (
    <section className="pv-main" data-section="main">
      <Heading text={main.Content} className="pv-heading" />
      {main.Description.length > 0 && (
        <div className="pv-description">
          <Rich text={main.Description} />
        </div>
      )}
    </section>
  );
}

/** A question above a form, where there is one. */
export function Question({ main }: { readonly main: Page<'landing'>['main'] }) {
  if (main.Question === '') return null;
  return (
    <div className="pv-question">
      <h2>{main.Question}</h2>
      {main.QuestionDescription !== '' && <p>{main.QuestionDescription}</p>}
    </div>
  );
}
