/** A script for a page of the business's own site: forms that are marked send what was entered, and are sent as before. */
export const snippetOf = (url: string, key: string): string => `<script>
  // Add data-signup to a form. Name its fields phone, email, first_name, last_name and consent (a checkbox).
  // Put the words that people agree to in an element with data-consent-text.
  document.addEventListener('submit', function (event) {
    var form = event.target;
    if (!form.matches('form[data-signup]')) return;
    var data = new URLSearchParams();
    form.querySelectorAll('input, select, textarea').forEach(function (field) {
      if (!field.name || field.type === 'password' || field.type === 'file') return;
      if ((field.type === 'checkbox' || field.type === 'radio') && !field.checked) return;
      data.set(field.name, field.value);
    });
    var words = form.querySelector('[data-consent-text]');
    if (words) data.set('consent_text', words.textContent.trim().replace(/\\s+/g, ' '));
    data.set('page_url', location.origin + location.pathname);
    data.set('id', Date.now().toString(36) + Math.random().toString(36).slice(2));
    fetch('${url}?secret=${encodeURIComponent(key)}', { method: 'POST', body: data, mode: 'no-cors', keepalive: true });
  });
</script>`;

/** A WordPress plugin of one file: the shortcode [signup_form] draws a form, which the site's server sends on. */
export const pluginOf = (url: string, key: string): string => `<?php
/**
 * Plugin Name: Sign-up form
 * Description: Put [signup_form] on a page. People who sign up become contacts.
 * Version: 1.0.0
 */
if (!defined('ABSPATH')) { exit; }

const SIGNUP_FORM_URL = '${url}';
const SIGNUP_FORM_KEY = '${key}';
// Change the words here: they are kept as proof of what people agreed to.
const SIGNUP_FORM_WORDS = 'I agree to get recurring automated marketing texts and emails at the number and the '
    . 'address I give. Consent is not a condition of purchase. Msg & data rates may apply. Reply STOP to cancel.';

function signup_form_send($fields) {
    return wp_remote_post(SIGNUP_FORM_URL, array(
        'timeout' => 10,
        'headers' => array('Content-Type' => 'application/json', 'Authorization' => 'Bearer ' . SIGNUP_FORM_KEY),
        'body' => wp_json_encode($fields),
    ));
}

function signup_form_receive() {
    check_admin_referer('signup_form');
    $fields = array('id' => sanitize_text_field(wp_unslash($_POST['signup_id'] ?? '')));
    foreach (array('first_name', 'last_name', 'email', 'phone') as $name) {
        $fields[$name] = sanitize_text_field(wp_unslash($_POST[$name] ?? ''));
    }
    $back = wp_get_referer() ? wp_get_referer() : home_url();
    if (!empty($_POST['consent'])) {
        $fields['consent'] = true;
        $fields['consent_text'] = SIGNUP_FORM_WORDS;
    }
    $fields['page_url'] = $back;
    $answer = signup_form_send($fields);
    $is_sent = !is_wp_error($answer) && wp_remote_retrieve_response_code($answer) < 300;
    wp_safe_redirect(add_query_arg('signed_up', $is_sent ? '1' : '0', $back));
    exit;
}
add_action('admin_post_signup_form', 'signup_form_receive');
add_action('admin_post_nopriv_signup_form', 'signup_form_receive');

function signup_form_html() {
    $told = '';
    if (isset($_GET['signed_up'])) {
        $told = $_GET['signed_up'] === '1'
            ? '<p role="status">Thanks, you are signed up.</p>'
            : '<p role="alert">That did not work. Check your number and email, and try again.</p>';
    }
    return $told . '<form method="post" action="' . esc_url(admin_url('admin-post.php')) . '">'
        . '<input type="hidden" name="action" value="signup_form">'
        . '<input type="hidden" name="signup_id" value="' . esc_attr(wp_generate_uuid4()) . '">'
        . wp_nonce_field('signup_form', '_wpnonce', true, false)
        . '<p><label>First name <input name="first_name" autocomplete="given-name"></label></p>'
        . '<p><label>Last name <input name="last_name" autocomplete="family-name"></label></p>'
        . '<p><label>Email <input type="email" name="email" autocomplete="email"></label></p>'
        . '<p><label>Phone <input type="tel" name="phone" autocomplete="tel"></label></p>'
        . '<p><label><input type="checkbox" name="consent" value="1"> ' . esc_html(SIGNUP_FORM_WORDS) . '</label></p>'
        . '<p><button type="submit">Sign up</button></p></form>';
}
add_shortcode('signup_form', 'signup_form_html');
`;
