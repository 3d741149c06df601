import type { Page } from '../../api/contract/page-model.ts';
import type { PageContext } from '../../api/contract/page-view.ts';
import { AskedFields } from './Fields.tsx';
import { Consent, Form, Submit } from './Form.tsx';
import { Frame } from './Frame.tsx';
import { Main, Question } from './Main.tsx';

/** A page that asks somebody to join. */
export function LandingPage({ page, context }: { readonly page: Page<'landing'>; readonly context: PageContext }) {
  const box = page.actionButton.ShowDisclaimerCheckBox;
  return (
    <Frame kind="landing" page={page} context={context}>
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
