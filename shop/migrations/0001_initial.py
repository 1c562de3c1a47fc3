"""The first state of the shops: tables, the functions that triggers call, triggers.

Staff, groups and rights are tables of Django; proxy models carry their audit triggers.
"""

import django.contrib.auth.models
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
import shop.core.codes.digest
import shop.core.values.mail_addresses
import shop.core.values.validators
import shop.models.design
import shop.models.entered
import shop.models.guarantee
import shop.models.image
import shop.models.newsletter
import uuid
from django.conf import settings
from django.db import migrations, models

from shop.migrations._at_once import AtOnce

# Called by the triggers of shop/core/database/triggers.py.
VERSIONS = """
CREATE FUNCTION raise_catalogue_versions(shops bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO shop_cataloguechange AS known (shop_id, transaction, raises)
    SELECT DISTINCT one, pg_current_xact_id()::text::bigint, 1 FROM unnest(shops) AS one WHERE one IS NOT NULL
    -- Once per transaction is enough, but numbers of transactions begin anew where a database is restored.
    ON CONFLICT (shop_id, transaction) DO UPDATE SET raises = known.raises + 1
    WHERE known.xmin::text::bigint <> pg_current_xact_id()::text::bigint % 4294967296;
$$;
"""
# Called by the triggers of shop/core/database/audit_triggers.py.
NOTE = """
CREATE FUNCTION note_change(
    of_model text, operation text, key text, called text, things text[], before jsonb, after jsonb, masked text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    told jsonb := nullif(current_setting('shop.at_work', true), '');
    nothing jsonb[] := ARRAY['null', '""', '[]', '{}']::jsonb[];
    noted jsonb;
BEGIN
    SELECT jsonb_object_agg(
        name, CASE WHEN name = ANY (masked) THEN 'null' ELSE jsonb_build_array(before -> name, after -> name) END
    ) INTO noted
    FROM jsonb_object_keys(coalesce(after, before)) AS name
    WHERE before -> name IS DISTINCT FROM after -> name
        AND NOT (coalesce(before -> name, 'null') = ANY (nothing) AND coalesce(after -> name, 'null') = ANY (nothing));
    IF operation = 'UPDATE' AND noted IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO shop_auditentry (at, actor, who, staff_id, action, model, object_id, name, about, changes) VALUES (
        statement_timestamp(), coalesce(told ->> 'actor', 'outside'), coalesce(told ->> 'who', session_user),
        nullif(told ->> 'staff', '')::bigint, operation, of_model, key, left(called, 500), things, coalesce(noted, '{}')
    );
END $$;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='Image',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(default=shop.models.image.new_key, editable=False, max_length=16, unique=True)),
                    ('file', models.ImageField(height_field='height', upload_to=shop.models.image.picture_path, validators=[shop.core.values.validators.validate_picture], verbose_name='file', width_field='width')),
                    ('width', models.PositiveIntegerField(default=0, editable=False)),
                    ('height', models.PositiveIntegerField(default=0, editable=False)),
                    ('alt', models.CharField(blank=True, max_length=200, verbose_name='alternative text')),
                    ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, default=list, help_text='“preview” marks the picture for the cart, “list” those for listings.', size=None, verbose_name='tags')),
                    ('colour', models.CharField(default='#cccccc', editable=False, max_length=7)),
                    ('transparent', models.BooleanField(default=False, editable=False)),
                    ('thumbnails_ready', models.BooleanField(default=False, editable=False)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('alt_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='alternative text')),
                    ('alt_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='alternative text')),
                    ('problem', models.CharField(db_default='', default='', editable=False, help_text='Why it can have no thumbnails: of shop.picture_problems.', max_length=20)),
                    ('focus_x', models.PositiveSmallIntegerField(db_default=50, default=50, help_text='0 is the left edge, 100 the right one.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='focus from the left, %')),
                    ('focus_y', models.PositiveSmallIntegerField(db_default=50, default=50, help_text='0 is the upper edge, 100 the lower one.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='focus from above, %')),
                ],
                options={
                    'verbose_name': 'image',
                    'verbose_name_plural': 'images',
                    'ordering': ['-id'],
                },
            ),
            migrations.CreateModel(
                name='Shop',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=60, unique=True, validators=[shop.core.values.validators.validate_shop_slug], verbose_name='slug')),
                    ('name', models.CharField(max_length=120, verbose_name='name')),
                    ('domain', models.CharField(blank=True, help_text='Without scheme and path, for example shop.band.de. Empty: the shop lives under /slug.', max_length=190, null=True, unique=True, validators=[shop.core.values.validators.validate_domain], verbose_name='own domain')),
                    ('default_locale', models.CharField(choices=[('de', 'German'), ('en', 'English')], default='de', max_length=2, verbose_name='default language')),
                    ('is_band', models.BooleanField(default=True, verbose_name='band shop')),
                    ('payment_blacklist', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('paypal', 'PayPal'), ('paypal_express', 'PayPal Express'), ('stripe_sofort', 'instant bank transfer'), ('stripe_express', 'Apple Pay / Google Pay'), ('stripe_checkout', 'card'), ('bank_transfer', 'bank transfer'), ('kulturpass', 'KulturPass')], max_length=40), blank=True, default=list, help_text='Ticked: this shop does not offer it. What is not ticked is offered once it is set up; bank transfer needs an IBAN above.', size=None, verbose_name='payment methods not offered')),
                    ('order_merging_allowed', models.BooleanField(default=True, verbose_name='orders can be merged')),
                    ('seller_name', models.CharField(blank=True, max_length=120, verbose_name='seller')),
                    ('seller_address', models.TextField(blank=True, verbose_name="seller's address")),
                    ('sender_email', models.EmailField(blank=True, max_length=254, validators=[shop.core.values.mail_addresses.validate_mail_address], verbose_name='sender of mails')),
                    ('bank_payee', models.CharField(blank=True, max_length=120, verbose_name='account holder')),
                    ('bank_iban', shop.models.entered.IbanField(blank=True, max_length=34, verbose_name='IBAN')),
                    ('bank_bic', shop.models.entered.BicField(blank=True, max_length=11, verbose_name='BIC')),
                    ('bank_name', models.CharField(blank=True, max_length=120, verbose_name='bank')),
                    ('home_link', models.URLField(blank=True, verbose_name="link to the band's home page")),
                    ('description', models.TextField(blank=True, verbose_name='description')),
                    ('description_de', models.TextField(blank=True, null=True, verbose_name='description')),
                    ('description_en', models.TextField(blank=True, null=True, verbose_name='description')),
                    ('site_description', models.CharField(blank=True, max_length=300, verbose_name='description for search engines')),
                    ('site_description_de', models.CharField(blank=True, max_length=300, null=True, verbose_name='description for search engines')),
                    ('site_description_en', models.CharField(blank=True, max_length=300, null=True, verbose_name='description for search engines')),
                    ('embed_youtube', shop.models.entered.VideoField(blank=True, help_text='Its address or id, for example dQw4w9WgXcQ.', max_length=20, verbose_name='YouTube video')),
                    ('newsletter_popup', models.BooleanField(default=False, verbose_name='show the newsletter popup')),
                    ('mailchimp_header', models.CharField(blank=True, max_length=120, verbose_name='newsletter: headline')),
                    ('mailchimp_header_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='newsletter: headline')),
                    ('mailchimp_header_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='newsletter: headline')),
                    ('mailchimp_customtext', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='newsletter: text')),
                    ('mailchimp_customtext_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='newsletter: text')),
                    ('mailchimp_customtext_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='newsletter: text')),
                    ('redirect', models.URLField(blank=True, help_text='The whole shop redirects there.', verbose_name='send visitors to')),
                    ('item_grid_columns', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(6)], verbose_name='columns of the item grid')),
                    ('item_image_carousel', models.BooleanField(default=True, verbose_name='carousel of item pictures')),
                    ('item_image_magnifier', models.BooleanField(default=True, verbose_name='magnifier on item pictures')),
                    ('preferred_image_resolution', models.PositiveSmallIntegerField(choices=[(360, '360 px'), (500, '500 px'), (740, '740 px'), (1000, '1000 px'), (1500, '1500 px')], default=740, verbose_name='width of item pictures')),
                    ('slides_custom_pager', models.BooleanField(default=True, verbose_name="pictures as the slider's pager")),
                    ('trim_zero_decimals', models.BooleanField(default=False, verbose_name='show 20 € instead of 20,00 €')),
                    ('scroll_offset', models.SmallIntegerField(default=0, verbose_name='scroll offset in pixels')),
                    ('override_title', models.CharField(blank=True, max_length=120, verbose_name='page title of the home page')),
                    ('override_title_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='page title of the home page')),
                    ('override_title_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='page title of the home page')),
                    ('show_event_filter', models.BooleanField(default=False, verbose_name='show the event filter')),
                    ('show_event_door_time', models.BooleanField(default=True, verbose_name='show when doors open')),
                    ('favicon', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='favicon')),
                    ('hero', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='large picture')),
                    ('share_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='picture for shared links')),
                    ('social_img', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='picture beside the social links')),
                    ('kulturpass_link', models.CharField(blank=True, help_text='A page of the shop (/kulturpass) or an https address. Empty: no badge.', max_length=200, validators=[shop.core.values.validators.validate_link], verbose_name='KulturPass badge leads to')),
                    ('trackers', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('counts', 'counts per day on our own server')], max_length=20), blank=True, default=list, help_text='Visitors are asked first. Nothing chosen: nothing is measured and nobody is asked.', size=None, verbose_name='measured with consent')),
                    ('seller_email', models.EmailField(blank=True, help_text='For questions of customers. Empty: the sender of mails.', max_length=254, validators=[shop.core.values.mail_addresses.validate_mail_address], verbose_name="seller's e-mail")),
                    ('seller_phone', models.CharField(blank=True, max_length=40, verbose_name="seller's telephone")),
                    ('seller_register', models.CharField(blank=True, help_text='For example: Amtsgericht Berlin, HRB 12345.', max_length=160, verbose_name='register and number')),
                    ('seller_represented_by', models.CharField(blank=True, help_text='Managing directors, board or partners.', max_length=160, verbose_name='represented by')),
                    ('seller_vat_id', models.CharField(blank=True, max_length=20, verbose_name='VAT id')),
                    ('account_link', models.URLField(blank=True, help_text='An account page outside of the shop. Empty: no link.', verbose_name='link to customer accounts')),
                    ('discount_gate', models.BooleanField(default=False, help_text='Once, over the first page that they see.', verbose_name='ask visitors for a discount code')),
                    ('hero_portrait', models.ForeignKey(blank=True, help_text='Upright, 4:5. Empty: phones show the middle of the large picture.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='large picture for phones')),
                    ('invoice_note', models.CharField(blank=True, help_text='For example why no VAT is charged (§ 19 UStG).', max_length=300, verbose_name='note on invoices')),
                    ('invoice_note_de', models.CharField(blank=True, help_text='For example why no VAT is charged (§ 19 UStG).', max_length=300, null=True, verbose_name='note on invoices')),
                    ('invoice_note_en', models.CharField(blank=True, help_text='For example why no VAT is charged (§ 19 UStG).', max_length=300, null=True, verbose_name='note on invoices')),
                    ('invoice_prefix', models.CharField(blank=True, help_text="Before the running number, for example BAND-. Empty: the shop's slug in capitals.", max_length=20, validators=[shop.core.values.validators.validate_invoice_prefix], verbose_name='invoice numbers begin with')),
                    ('seller_country', shop.models.entered.CountryField(default='de', max_length=2, verbose_name="seller's country")),
                    ('seller_tax_number', models.CharField(blank=True, help_text='On invoices, where the seller has no VAT id.', max_length=30, verbose_name='tax number')),
                    ('payment_days', models.PositiveSmallIntegerField(default=7, help_text='Until then a transfer is asked for.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(60)], verbose_name='days to pay')),
                    ('payment_expiry', models.BooleanField(default=True, help_text='Pieces and seats are free again, the buyer is told by mail. What money has come in for is left to you. Orders keep the day that their buyers were told.', verbose_name='unpaid orders end by themselves')),
                    ('payment_expiry_days', models.PositiveSmallIntegerField(default=14, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(90)], verbose_name='after so many days')),
                    ('payment_reminder', models.BooleanField(default=True, help_text='By one mail, once these days are over.', verbose_name='remind of open payments')),
                    ('ticket_transfer_days', models.PositiveSmallIntegerField(default=3, help_text='So many days before their event; orders with such tickets end unpaid by then.', validators=[django.core.validators.MaxValueValidator(30)], verbose_name='no transfers for tickets in the last days')),
                    ('has_line', models.BooleanField(db_default=False, default=False, editable=False, help_text="Visitors wait for their turn: sessions_queue's waiting room says so.")),
                    ('transfer_share', models.PositiveSmallIntegerField(db_default=10, default=10, help_text='Of each stock. Beyond it only ways that pay at once are offered, where there are any. A stock can have a share of its own.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='may wait for transfers, in percent')),
                    ('oss_from', models.DateField(blank=True, help_text="The first day on which this seller charges the VAT of the EU country that goods go to, and declares it (One Stop Shop): at the latest once sales to other EU countries pass 10 000 € in a year. Empty: the seller's own VAT. Prices stay as they are; exports have no VAT either way.", null=True, verbose_name="VAT of the buyer's country from")),
                    ('lost_disputes_end_tickets', models.BooleanField(db_default=False, default=False, help_text='Where the whole payment is lost. Seats and pieces are free again, a credit note goes out. Off: tickets stay valid until you end them.', verbose_name='a lost dispute ends the tickets')),
                ],
                options={
                    'verbose_name': 'shop',
                    'verbose_name_plural': 'shops',
                    'ordering': ['is_band', 'name'],
                    'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('domain'), name='shop_domain_unique_lower')],
                },
            ),
            migrations.CreateModel(
                name='Mail',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(max_length=40, verbose_name='kind')),
                    ('subject_key', models.CharField(help_text='What the mail is about; one mail per kind, subject and recipient.', max_length=80, verbose_name='about')),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('recipient', models.EmailField(max_length=254, verbose_name='recipient')),
                    ('message_id', models.CharField(editable=False, max_length=200, unique=True)),
                    ('subject', models.CharField(max_length=200, verbose_name='subject')),
                    ('text', models.TextField(verbose_name='text')),
                    ('html', models.TextField(verbose_name='HTML')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                    ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mails', to='shop.shop')),
                    ('problem', models.CharField(blank=True, db_default='', max_length=300, verbose_name='why it was not sent')),
                    ('undeliverable_at', models.DateTimeField(blank=True, null=True, verbose_name='given up')),
                ],
                options={
                    'verbose_name': 'mail',
                    'verbose_name_plural': 'mails',
                    'ordering': ['-created_at'],
                    'constraints': [models.UniqueConstraint(fields=('kind', 'subject_key', 'recipient'), name='mail_once_per_subject')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('recipient'), name='mails_to_an_address')],
                },
            ),
            migrations.CreateModel(
                name='AccessCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(help_text='Capitals and blanks make no difference.', max_length=60, verbose_name='code')),
                    ('note', models.CharField(blank=True, max_length=120, verbose_name='note')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_codes', to='shop.shop')),
                ],
                options={
                    'verbose_name': 'access code',
                    'verbose_name_plural': 'access codes',
                    'constraints': [models.UniqueConstraint(models.F('shop'), django.db.models.functions.text.Upper(models.Func(models.F('code'), models.Value('\\s'), models.Value(''), models.Value('g'), function='regexp_replace')), name='access_code_once_per_shop_however_written', violation_error_message='This shop has that code already. Capitals and blanks make no difference.')],
                },
            ),
            migrations.CreateModel(
                name='ShopDesign',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('paper', shop.models.design.ColourField(default='#f6f1e7', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='page')),
                    ('surface', shop.models.design.ColourField(default='#fffdf8', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='cards')),
                    ('raised', shop.models.design.ColourField(default='#ffffff', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='raised surfaces')),
                    ('ink', shop.models.design.ColourField(default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='text')),
                    ('ink_soft', shop.models.design.ColourField(default='#544f45', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='secondary text')),
                    ('line', shop.models.design.ColourField(default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='lines')),
                    ('accent', shop.models.design.ColourField(default='#ff5a1f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='accent')),
                    ('on_accent', shop.models.design.ColourField(default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='text on the accent')),
                    ('accent_hover', shop.models.design.ColourField(default='#ff7a4a', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='accent, hovered')),
                    ('on_accent_hover', shop.models.design.ColourField(default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='text on the hovered accent')),
                    ('highlight', shop.models.design.ColourField(default='#ffd9c7', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='highlight')),
                    ('on_highlight', shop.models.design.ColourField(default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='text on the highlight')),
                    ('positive', shop.models.design.ColourField(default='#1b6b3a', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='good news')),
                    ('warning', shop.models.design.ColourField(default='#8a4b00', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='warnings')),
                    ('danger', shop.models.design.ColourField(default='#b3161b', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='errors')),
                    ('focus', shop.models.design.ColourField(default='#1746d1', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='focus ring')),
                    ('header', shop.models.design.ColourField(default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='header')),
                    ('on_header', shop.models.design.ColourField(default='#f6f1e7', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='text on the header')),
                    ('hero_colour', shop.models.design.ColourField(db_column='hero', default='#15130f', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='hero')),
                    ('on_hero', shop.models.design.ColourField(default='#f6f1e7', max_length=7, validators=[shop.core.values.validators.validate_colour], verbose_name='text on the hero')),
                    ('font_display', models.CharField(choices=[('text', 'the text face'), ('archivo', 'Archivo, grotesque of any width'), ('playfair', 'Playfair, high-contrast serif'), ('special-elite', 'Courier Prime, typewriter'), ('syne-mono', 'Syne Mono, like a photocopy'), ('unbounded', 'Unbounded, wide geometric'), ('fraunces', 'Fraunces, soft serif')], default='archivo', max_length=20, verbose_name='display face')),
                    ('font_display_width', models.DecimalField(decimal_places=0, default=62, help_text='50 to 150', max_digits=6, validators=[django.core.validators.MinValueValidator(50), django.core.validators.MaxValueValidator(150)], verbose_name='width of the display face in percent')),
                    ('font_display_weight', models.DecimalField(decimal_places=0, default=800, help_text='100 to 900', max_digits=6, validators=[django.core.validators.MinValueValidator(100), django.core.validators.MaxValueValidator(900)], verbose_name='weight of the display face')),
                    ('display_case', models.CharField(choices=[('none', 'as written'), ('uppercase', 'capitals')], default='uppercase', max_length=10, verbose_name='case of headings')),
                    ('display_tracking', models.DecimalField(decimal_places=2, default=-0.01, help_text='-0.1 to 0.3', max_digits=6, validators=[django.core.validators.MinValueValidator(-0.1), django.core.validators.MaxValueValidator(0.3)], verbose_name='letter spacing of headings in em')),
                    ('display_leading', models.DecimalField(decimal_places=2, default=0.95, help_text='0.7 to 1.6', max_digits=6, validators=[django.core.validators.MinValueValidator(0.7), django.core.validators.MaxValueValidator(1.6)], verbose_name='line height of headings')),
                    ('text_scale', models.DecimalField(decimal_places=2, default=1, help_text='0.85 to 1.25', max_digits=6, validators=[django.core.validators.MinValueValidator(0.85), django.core.validators.MaxValueValidator(1.25)], verbose_name='size of the text')),
                    ('radius_card', models.DecimalField(decimal_places=0, default=0, help_text='0 to 40', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(40)], verbose_name='radius of cards in pixels')),
                    ('radius_control', models.DecimalField(decimal_places=0, default=0, help_text='0 to 40', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(40)], verbose_name='radius of buttons and fields in pixels')),
                    ('radius_image', models.DecimalField(decimal_places=0, default=0, help_text='0 to 40', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(40)], verbose_name='radius of pictures in pixels')),
                    ('border_width', models.DecimalField(decimal_places=0, default=2, help_text='0 to 6', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(6)], verbose_name='width of borders in pixels')),
                    ('border_style', models.CharField(choices=[('solid', 'solid'), ('dashed', 'dashed'), ('dotted', 'dotted'), ('double', 'double')], default='solid', max_length=10, verbose_name='style of borders')),
                    ('shadow', models.CharField(choices=[('none', 'none'), ('soft', 'soft'), ('hard', 'hard')], default='none', max_length=10, verbose_name='shadow')),
                    ('texture', models.CharField(choices=[('none', 'none'), ('paper', 'paper'), ('grain', 'grain'), ('halftone', 'halftone dots'), ('moire', 'moiré lines'), ('rays', 'sun rays')], default='paper', max_length=10, verbose_name='texture')),
                    ('texture_opacity', models.DecimalField(decimal_places=2, default=0.4, help_text='0 to 1', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='strength of the texture')),
                    ('motion_duration', models.DecimalField(decimal_places=0, default=160, help_text='0 to 200', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(200)], verbose_name='duration of movements in milliseconds')),
                    ('motion_ease', models.CharField(choices=[('ease-out', 'smooth'), ('linear', 'steady'), ('steps(3)', 'jerky')], default='ease-out', max_length=12, verbose_name='movement')),
                    ('density', models.DecimalField(decimal_places=2, default=1, help_text='0.75 to 1.5', max_digits=6, validators=[django.core.validators.MinValueValidator(0.75), django.core.validators.MaxValueValidator(1.5)], verbose_name='spacing')),
                    ('card_gap', models.DecimalField(decimal_places=2, default=1.5, help_text='0 to 4', max_digits=6, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(4)], verbose_name='gap between cards in rem')),
                    ('image_frame', models.CharField(choices=[('none', 'none'), ('tape', 'tape'), ('stub', 'ticket stub'), ('scallop', 'scallops')], default='none', max_length=10, verbose_name='frame of pictures')),
                    ('price_style', models.CharField(choices=[('plain', 'plain'), ('marker', 'marker'), ('stamp', 'stamp'), ('brass', 'brass line')], default='plain', max_length=10, verbose_name='prices')),
                    ('shop', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='design', to='shop.shop')),
                    ('card_style', models.CharField(choices=[('plain', 'plain'), ('wings', 'in pairs like wings, words centred'), ('crooked', 'stuck on askew'), ('grid', 'close together, numbered'), ('mounted', 'mounted, words centred')], default='plain', help_text='How products lie on the page.', max_length=10, verbose_name='cards of products')),
                    ('divider', models.CharField(choices=[('none', 'none'), ('perforation', 'perforation'), ('moon', 'a moon on a fine line'), ('torn', 'torn paper'), ('stripes', 'narrowing stripes'), ('scallops', 'scallops')], default='none', help_text='Below the header, above the footer and over each section.', max_length=12, verbose_name='edges between sections')),
                    ('heading_style', models.CharField(choices=[('plain', 'plain'), ('centred', 'centred'), ('cuttings', 'letters cut out one by one')], default='plain', help_text="Of the shop's name, the opening and each section.", max_length=10, verbose_name='headings')),
                    ('opening', models.CharField(choices=[('poster', 'a poster stuck over the picture'), ('stage', 'everything in the middle, below the picture'), ('collage', 'crooked sheets beside each other'), ('dark', 'the picture alone, words at its edge'), ('arch', 'the picture in an arch, words beside it')], default='poster', help_text='How the large picture, the title and the next date stand together.', max_length=10, verbose_name='opening of the home page')),
                ],
                options={
                    'verbose_name': 'design',
                    'verbose_name_plural': 'designs',
                },
            ),
            migrations.CreateModel(
                name='ShopSocial',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('title', models.CharField(max_length=80, verbose_name='title')),
                    ('order', models.PositiveSmallIntegerField(default=0, verbose_name='order')),
                    ('website', models.URLField(blank=True, verbose_name='website')),
                    ('spotify', shop.models.entered.ProfileField(at='https://open.spotify.com/artist/{}', blank=True, help_text="Address, or the artist's id.", verbose_name='Spotify')),
                    ('music', models.URLField(blank=True, verbose_name='other music service')),
                    ('tiktok', shop.models.entered.ProfileField(at='https://www.tiktok.com/@{}', blank=True, help_text='Address, or name with @.', verbose_name='TikTok')),
                    ('telegram', shop.models.entered.ProfileField(at='https://t.me/{}', blank=True, help_text='Address, or name with @.', verbose_name='Telegram')),
                    ('youtube', shop.models.entered.ProfileField(at='https://www.youtube.com/@{}', blank=True, help_text='Address, or name with @.', verbose_name='YouTube')),
                    ('instagram', shop.models.entered.ProfileField(at='https://www.instagram.com/{}', blank=True, help_text='Address, or name with @.', verbose_name='Instagram')),
                    ('apple', models.URLField(blank=True, verbose_name='Apple Music')),
                    ('twitter', shop.models.entered.ProfileField(at='https://x.com/{}', blank=True, help_text='Address, or name with @.', verbose_name='X')),
                    ('facebook', shop.models.entered.ProfileField(at='https://www.facebook.com/{}', blank=True, help_text='Address, or name with @.', verbose_name='Facebook')),
                    ('link', models.URLField(blank=True, verbose_name='other link')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='socials', to='shop.shop')),
                ],
                options={
                    'verbose_name': 'social links',
                    'verbose_name_plural': 'social links',
                    'ordering': ['order', 'id'],
                },
            ),
            migrations.CreateModel(
                name='LegalText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('contact', 'Contact'), ('imprint', 'Legal notice'), ('terms', 'Terms and conditions'), ('terms-withdrawal', 'Right of withdrawal'), ('terms-advent', 'Advent calendar: terms of the contest'), ('datapolicy', 'Privacy policy'), ('jobs', 'Jobs'), ('gamepolicy', 'Rules for prize draws'), ('accessibility', 'Accessibility')], max_length=20, verbose_name='page')),
                    ('language', models.CharField(choices=[('de', 'German'), ('en', 'English')], default='de', max_length=2, verbose_name='language')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='legal_texts', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'legal text',
                    'verbose_name_plural': 'legal texts',
                    'ordering': ['shop', 'kind', 'language'],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'kind', 'language'), name='legal_text_once')],
                },
            ),
            migrations.CreateModel(
                name='LegalTextVersion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('body', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='text')),
                    ('valid_from', models.DateTimeField(default=django.utils.timezone.now, verbose_name='valid from')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('text', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='shop.legaltext')),
                ],
                options={
                    'verbose_name': 'version',
                    'verbose_name_plural': 'versions',
                    'ordering': ['-valid_from', '-id'],
                },
            ),
            migrations.CreateModel(
                name='FaqEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.SlugField(help_text='The address of the question: /faq/key.', max_length=60, verbose_name='key')),
                    ('question', models.CharField(max_length=200, verbose_name='question')),
                    ('question_de', models.CharField(max_length=200, null=True, verbose_name='question')),
                    ('question_en', models.CharField(max_length=200, null=True, verbose_name='question')),
                    ('answer', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='answer')),
                    ('answer_de', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='answer')),
                    ('answer_en', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='answer')),
                    ('order', models.PositiveSmallIntegerField(default=0, verbose_name='order')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='faq_entries', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'question',
                    'verbose_name_plural': 'questions and answers',
                    'ordering': ['shop', 'order', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'key'), name='faq_key_once_per_shop')],
                },
            ),
            migrations.CreateModel(
                name='NewsletterSubscription',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('token', models.CharField(default=shop.models.newsletter.new_token, editable=False, max_length=43, unique=True)),
                    ('form_text', models.TextField(verbose_name='agreed to')),
                    ('requested_at', models.DateTimeField(verbose_name='requested')),
                    ('requested_from', models.GenericIPAddressField(blank=True, null=True, verbose_name='requested from')),
                    ('mailed_at', models.DateTimeField(verbose_name='last asked by mail')),
                    ('confirmed_at', models.DateTimeField(blank=True, null=True, verbose_name='confirmed')),
                    ('confirmed_from', models.GenericIPAddressField(blank=True, null=True, verbose_name='confirmed from')),
                    ('unsubscribed_at', models.DateTimeField(blank=True, null=True, verbose_name='unsubscribed')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='newsletter_subscriptions', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'newsletter subscription',
                    'verbose_name_plural': 'newsletter subscriptions',
                    'ordering': ['-requested_at', '-id'],
                    'constraints': [models.UniqueConstraint(models.F('shop'), django.db.models.functions.text.Lower('email'), condition=models.Q(('unsubscribed_at', None)), name='newsletter_one_open_wish_per_address')],
                    'permissions': [('export_newslettersubscription', 'Can export newsletter subscriptions')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('email'), name='newsletter_of_an_address')],
                },
            ),
            migrations.CreateModel(
                name='News',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('category', models.CharField(choices=[('feature', 'slider on top'), ('hot', 'hot news'), ('regular', 'further news')], default='regular', max_length=10, verbose_name='place')),
                    ('title', models.CharField(max_length=160, verbose_name='title')),
                    ('title_de', models.CharField(max_length=160, null=True, verbose_name='title')),
                    ('title_en', models.CharField(max_length=160, null=True, verbose_name='title')),
                    ('text', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='text')),
                    ('text_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('text_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('url', models.CharField(blank=True, help_text='A page of the shop (/tours/name) or an https address.', max_length=300, validators=[shop.core.values.validators.validate_link], verbose_name='leads to')),
                    ('embed_youtube', shop.models.entered.VideoField(blank=True, help_text='Its address or id; it is loaded only after a click. The picture stands in for it until then.', max_length=20, verbose_name='YouTube video')),
                    ('inverse', models.BooleanField(default=False, verbose_name='light text on dark')),
                    ('order', models.PositiveSmallIntegerField(default=0, verbose_name='order')),
                    ('published_from', models.DateTimeField(blank=True, null=True, verbose_name='published from')),
                    ('published_until', models.DateTimeField(blank=True, null=True, verbose_name='published until')),
                    ('image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='picture')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='news', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'news entry',
                    'verbose_name_plural': 'news',
                    'ordering': ['shop', 'category', 'order', '-id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('published_from', None), ('published_until', None), ('published_until__gt', models.F('published_from')), _connector='OR'), name='news_ends_after_start', violation_error_message='It would end before it begins.')],
                },
            ),
            migrations.CreateModel(
                name='TrackingCount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('day', models.DateField(verbose_name='day')),
                    ('kind', models.CharField(choices=[('click', 'click'), ('impression', 'page looked at'), ('ViewContent', 'product or event looked at'), ('AddToCart', 'put into the cart'), ('InitiateCheckout', 'checkout begun'), ('AddPaymentInfo', 'payment chosen')], max_length=20, verbose_name='kind')),
                    ('count', models.PositiveBigIntegerField(default=0, verbose_name='number')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tracking_counts', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'count',
                    'verbose_name_plural': 'counts',
                    'ordering': ['-day', 'shop', 'kind'],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'day', 'kind'), name='one_count_per_shop_day_and_kind')],
                },
            ),
            migrations.CreateModel(
                name='PathRedirect',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(help_text='Within the shop, for example /old-page.', max_length=200, validators=[shop.core.values.validators.validate_inside_path], verbose_name='path')),
                    ('target', models.CharField(blank=True, help_text='A path of the shop or an address that begins with https://. Empty: no redirect.', max_length=500, validators=[shop.core.values.validators.validate_target], verbose_name='leads to')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='path_redirects', to='shop.shop')),
                ],
                options={
                    'verbose_name': 'path redirection',
                    'verbose_name_plural': 'path redirections',
                    'ordering': ['source'],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'source'), name='path_redirect_once_per_shop')],
                },
            ),
            migrations.CreateModel(
                name='CatalogueChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('transaction', models.BigIntegerField()),
                    ('raises', models.BigIntegerField(default=1)),
                    ('shop', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='shop.shop')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('shop', 'transaction'), name='one_raise_per_transaction')],
                },
            ),
            migrations.CreateModel(
                name='DiscountCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(help_text='Capitals and blanks make no difference.', max_length=40, verbose_name='code')),
                    ('note', models.CharField(blank=True, help_text='For the staff: where it was announced.', max_length=120, verbose_name='note')),
                    ('percent', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='discount in percent')),
                    ('valid_from', models.DateTimeField(blank=True, help_text='Empty: at once.', null=True, verbose_name='valid from')),
                    ('valid_until', models.DateTimeField(blank=True, help_text='Empty: for good.', null=True, verbose_name='valid until')),
                    ('usage_limit', models.PositiveIntegerField(blank=True, help_text='How many orders may use it. Empty: any number.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='limit of orders')),
                    ('used', models.PositiveIntegerField(default=0, editable=False, verbose_name='used')),
                    ('shop', models.ForeignKey(help_text='Whose goods it reduces. It cannot be changed later.', on_delete=django.db.models.deletion.CASCADE, related_name='discount_codes', to='shop.shop', verbose_name='shop')),
                    ('digest', shop.core.codes.digest.CodeDigestField(editable=False, max_length=64, null=True)),
                ],
                options={
                    'verbose_name': 'discount code',
                    'verbose_name_plural': 'discount codes',
                    'ordering': ['-id'],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'code'), name='discount_code_once_per_shop', violation_error_message='This shop has that code already.'), models.CheckConstraint(condition=models.Q(('percent__gte', 1), ('percent__lte', 100)), name='discount_is_a_percentage'), models.CheckConstraint(condition=models.Q(('usage_limit', None), ('used__lte', models.F('usage_limit')), _connector='OR'), name='discount_within_its_limit', violation_error_message='More orders have used it already.'), models.CheckConstraint(condition=models.Q(('valid_from', None), ('valid_until', None), ('valid_from__lt', models.F('valid_until')), _connector='OR'), name='discount_begins_before_it_ends', violation_error_message='It ends before it begins.'), models.UniqueConstraint(fields=('shop', 'digest'), name='discount_code_by_its_digest')],
                },
            ),
            migrations.CreateModel(
                name='ConsentText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('text', models.TextField(verbose_name='text')),
                    ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='since')),
                ],
                options={
                    'verbose_name': 'wording of the question',
                    'verbose_name_plural': 'wordings of the question',
                    'ordering': ['-since'],
                },
            ),
            migrations.CreateModel(
                name='ConsentDecision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('visitor', models.UUIDField(db_index=True, default=uuid.uuid4, verbose_name="visitor's number")),
                    ('allowed', models.BooleanField(verbose_name='allowed')),
                    ('decided_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), db_index=True, verbose_name='decided')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consent_decisions', to='shop.shop', verbose_name='shop')),
                    ('asked', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='shop.consenttext', verbose_name='wording')),
                ],
                options={
                    'verbose_name': 'decision about being counted',
                    'verbose_name_plural': 'decisions about being counted',
                    'ordering': ['-decided_at'],
                },
            ),
            migrations.CreateModel(
                name='GuaranteeNotice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('language', models.CharField(choices=[('de', 'German'), ('en', 'English')], help_text='The notice is shown on pages in this language only.', max_length=2, unique=True, verbose_name='language')),
                    ('file', models.ImageField(height_field='height', help_text='The harmonised notice of Implementing Regulation (EU) 2025/1960, Annex I, in colour and in this language, as the European Commission offers it for download: neither redrawn nor cropped. PNG or JPEG; every shop shows exactly this file on the pages of goods and before an order.', upload_to=shop.models.guarantee.notice_path, validators=[shop.core.values.validators.validate_notice_picture], verbose_name='official picture', width_field='width')),
                    ('width', models.PositiveIntegerField(default=0, editable=False)),
                    ('height', models.PositiveIntegerField(default=0, editable=False)),
                ],
                options={
                    'verbose_name': 'EU guarantee notice',
                    'verbose_name_plural': 'EU guarantee notices',
                    'ordering': ['language'],
                },
            ),
            migrations.CreateModel(
                name='LegalWording',
                fields=[
                    ('digest', models.CharField(editable=False, max_length=64, primary_key=True, serialize=False)),
                    ('kind', models.CharField(choices=[('contact', 'Contact'), ('imprint', 'Legal notice'), ('terms', 'Terms and conditions'), ('terms-withdrawal', 'Right of withdrawal'), ('terms-advent', 'Advent calendar: terms of the contest'), ('datapolicy', 'Privacy policy'), ('faq', 'Questions and answers'), ('jobs', 'Jobs'), ('gamepolicy', 'Rules for prize draws'), ('kulturpass', 'Paying with the KulturPass'), ('nofrills', 'No frills'), ('shipping', 'Shipping and payment'), ('accessibility', 'Accessibility'), ('facebookintegration', 'This shop on Facebook')], max_length=20, verbose_name='page')),
                    ('language', models.CharField(choices=[('de', 'German'), ('en', 'English')], max_length=2, verbose_name='language')),
                    ('html', models.TextField(verbose_name='text')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    'verbose_name': 'wording of a legal text',
                    'verbose_name_plural': 'wordings of legal texts',
                },
            ),
            migrations.CreateModel(
                name='AuditEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(db_index=True, verbose_name='when')),
                    ('actor', models.CharField(choices=[('staff', 'staff'), ('job', 'background job'), ('command', 'command'), ('outside', 'past the shop')], max_length=10, verbose_name='who, by kind')),
                    ('who', models.CharField(max_length=150, verbose_name='who')),
                    ('action', models.CharField(choices=[('INSERT', 'added'), ('UPDATE', 'changed'), ('DELETE', 'deleted')], max_length=6, verbose_name='what was done')),
                    ('model', models.CharField(max_length=80, verbose_name='kind of object')),
                    ('object_id', models.CharField(max_length=40, verbose_name='number of the object')),
                    ('name', models.CharField(blank=True, max_length=500, verbose_name='name')),
                    ('about', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=120), help_text='The thing and what it is part of: `model:number`.', size=None)),
                    ('changes', models.JSONField(help_text='By column: [before, after]; null where the values are not kept.', verbose_name='changes')),
                    ('staff', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='member of the staff')),
                ],
                options={
                    'verbose_name': 'change',
                    'verbose_name_plural': 'changes',
                    'ordering': ['-id'],
                    'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['about'], name='audit_of_a_thing'), models.Index(fields=['model', '-id'], name='audit_of_a_kind'), models.Index(fields=['staff', '-id'], name='audit_of_staff')],
                },
            ),
            migrations.CreateModel(
                name='GroupOfMember',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('auth.user_groups',),
            ),
            migrations.CreateModel(
                name='RightOfGroup',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('auth.group_permissions',),
            ),
            migrations.CreateModel(
                name='RightOfMember',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('auth.user_user_permissions',),
            ),
            migrations.CreateModel(
                name='StaffGroup',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('auth.group',),
                managers=[
                    ('objects', django.contrib.auth.models.GroupManager()),
                ],
            ),
            migrations.CreateModel(
                name='StaffMember',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('auth.user',),
                managers=[
                    ('objects', django.contrib.auth.models.UserManager()),
                ],
            ),
        ]),
        migrations.RunSQL(VERSIONS, 'DROP FUNCTION raise_catalogue_versions'),
        migrations.RunSQL(NOTE, 'DROP FUNCTION note_change'),
        AtOnce([
            pgtrigger.migrations.AddTrigger(
                model_name='image',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.image', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'alt_de', '')), array_remove(ARRAY['shop.image:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{alt,colour,height,id,key,problem,thumbnails_ready,transparent,width}'::text[], to_jsonb(NEW) - '{alt,colour,height,id,key,problem,thumbnails_ready,transparent,width}'::text[], '{}'::text[]); RETURN NULL;", hash='47e726ef6bc63fcb3b295854346a9d8249ce8a3a', operation='INSERT OR DELETE', pgid='pgtrigger_audited_be4bf', table='shop_image', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='image',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."alt" IS DISTINCT FROM (NEW."alt") OR OLD."alt_de" IS DISTINCT FROM (NEW."alt_de") OR OLD."alt_en" IS DISTINCT FROM (NEW."alt_en") OR OLD."created_at" IS DISTINCT FROM (NEW."created_at") OR OLD."file" IS DISTINCT FROM (NEW."file") OR OLD."focus_x" IS DISTINCT FROM (NEW."focus_x") OR OLD."focus_y" IS DISTINCT FROM (NEW."focus_y") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."tags" IS DISTINCT FROM (NEW."tags"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.image', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'alt_de', '')), array_remove(ARRAY['shop.image:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{alt,colour,height,id,key,problem,thumbnails_ready,transparent,width}'::text[], to_jsonb(NEW) - '{alt,colour,height,id,key,problem,thumbnails_ready,transparent,width}'::text[], '{}'::text[]); RETURN NULL;", hash='a1e3e8e39c23562cc37208bf364bcf862943a3ec', operation='UPDATE', pgid='pgtrigger_audited_update_329c0', table='shop_image', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.id FROM changed)); RETURN NULL;', hash='6b59670cfc5c2831d86bb5f3df1c68a77a644804', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_18611', referencing='REFERENCING NEW TABLE AS after ', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.id FROM changed)); RETURN NULL;', hash='736787683f5ccb72cacc2476258d9bcf334893ec', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_521aa', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.id FROM changed)); RETURN NULL;', hash='564f7fae0a76ca7b758cbb43ddc9cd414ac63440', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_b7346', referencing='REFERENCING OLD TABLE AS before ', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='4e43782de6b49ad0c5db75b99c6cfcc931219099', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_1d639', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.shop', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['shop.shop:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,id,invoice_note,mailchimp_customtext,mailchimp_header,override_title,site_description}'::text[], to_jsonb(NEW) - '{description,id,invoice_note,mailchimp_customtext,mailchimp_header,override_title,site_description}'::text[], '{}'::text[]); RETURN NULL;", hash='49cf4182e20265c7d8dca48c3fd48f8545c3731e', operation='INSERT OR DELETE', pgid='pgtrigger_audited_371fa', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.shop', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['shop.shop:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,id,invoice_note,mailchimp_customtext,mailchimp_header,override_title,site_description}'::text[], to_jsonb(NEW) - '{description,id,invoice_note,mailchimp_customtext,mailchimp_header,override_title,site_description}'::text[], '{}'::text[]); RETURN NULL;", hash='2acd0528de48498f858f016814488770a4a199d0', operation='UPDATE', pgid='pgtrigger_audited_update_f53e5', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shop',
                trigger=pgtrigger.compiler.Trigger(name='version_of_every_shop', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT id, seller_country, oss_from FROM after EXCEPT SELECT id, seller_country, oss_from FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='c0f00ad618ef5efcc75fbd6d9182f7a6e28fc652', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_of_every_shop_36cad', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_shop', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='accesscode',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='e62fd32bc9335808092a635c6066b09ed174eb60', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_df927', table='shop_accesscode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='accesscode',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='5bd66f942414dc22f2e9be2cc6dceff3e3a56f13', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_3a52a', referencing='REFERENCING NEW TABLE AS after ', table='shop_accesscode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='accesscode',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='f696c0c3125f4cc69ce760a468148c671f58c40f', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_e3232', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_accesscode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='accesscode',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='6bba140c8d0a41def4ba4c18d7ea6a1d3ec85cb5', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_bb7ca', referencing='REFERENCING OLD TABLE AS before ', table='shop_accesscode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='accesscode',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.accesscode', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'note', '')), array_remove(ARRAY['shop.accesscode:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{code}'::text[]); RETURN NULL;", hash='c64430a47cd42d0af42e09eed1c012286237268c', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b9dc3', table='shop_accesscode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='accesscode',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.accesscode', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'note', '')), array_remove(ARRAY['shop.accesscode:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{code}'::text[]); RETURN NULL;", hash='8028d9c4033b8ec7c4b7c6e228bf4a2902f30f54', operation='UPDATE', pgid='pgtrigger_audited_update_0b3d7', table='shop_accesscode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopdesign',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='69c652ac0fa7d396045278b8399930fc74055cd2', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_a6044', referencing='REFERENCING NEW TABLE AS after ', table='shop_shopdesign', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopdesign',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='fa70fd31f15b7b950ec41fba560a3ae7b49c5781', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_fb29f', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_shopdesign', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopdesign',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='ef09469d92133b2252c612d85155c94cdc9f9e45', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_9adf5', referencing='REFERENCING OLD TABLE AS before ', table='shop_shopdesign', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopdesign',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='fe37a344c4cf721d359da8cb0a210369c4118574', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_206c1', table='shop_shopdesign', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopdesign',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.shopdesign', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint)), array_remove(ARRAY['shop.shopdesign:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='03d3cc26625a1a82d3474c4f23d587bdb7425b3b', operation='INSERT OR DELETE', pgid='pgtrigger_audited_88993', table='shop_shopdesign', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopdesign',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.shopdesign', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint)), array_remove(ARRAY['shop.shopdesign:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='26f7bac6a68f1ea430ba8038a56c8490ee9279ea', operation='UPDATE', pgid='pgtrigger_audited_update_300f5', table='shop_shopdesign', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopsocial',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='316c30740ec31b37c6fbfa1f6504af0bf26c4071', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_cb009', referencing='REFERENCING NEW TABLE AS after ', table='shop_shopsocial', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopsocial',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='f075a66196e838c8c68020a1c80c221d09a5a43e', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_f8585', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_shopsocial', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopsocial',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='d3e01b4a94afc17ffa4caa2dea98d0d8fede683f', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_2a110', referencing='REFERENCING OLD TABLE AS before ', table='shop_shopsocial', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopsocial',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='93989714cbbc9891075b2820cc3b7131a61427fb', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_2fdd9', table='shop_shopsocial', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopsocial',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.shopsocial', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'title', '')), array_remove(ARRAY['shop.shopsocial:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='a5b0babd739bad478c5a9a86f5147b5373093c25', operation='INSERT OR DELETE', pgid='pgtrigger_audited_1a804', table='shop_shopsocial', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shopsocial',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.shopsocial', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'title', '')), array_remove(ARRAY['shop.shopsocial:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='4a058d0ca07a7ce5286499928c019a9fa1acef6d', operation='UPDATE', pgid='pgtrigger_audited_update_8261c', table='shop_shopsocial', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltext',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='3939faa71427c06bf2741891ab19f3cefd62a786', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_14fbb', referencing='REFERENCING NEW TABLE AS after ', table='shop_legaltext', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltext',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='3351f7744bf20355a7ce584285abe89e4d7cdc2e', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_eb9ce', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_legaltext', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltext',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='f1401fc708e723464e88c5f55c2c64365bde01a8', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_8e348', referencing='REFERENCING OLD TABLE AS before ', table='shop_legaltext', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltext',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='73477b5453e911d8243c4fce0e1edc5a1a52be76', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_270c0', table='shop_legaltext', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltext',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.legaltext', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'kind', '')), array_remove(ARRAY['shop.legaltext:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='460209eb843237717056145c373410240097dadc', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b8804', table='shop_legaltext', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltext',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.legaltext', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'kind', '')), array_remove(ARRAY['shop.legaltext:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='054f9c87ae64c3266cb0d2eee988d8cc45743ca4', operation='UPDATE', pgid='pgtrigger_audited_update_1cb22', table='shop_legaltext', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'A version of a legal text is never changed';", hash='ac5e65c4c630e69b58ca9149df1999017fc19821', operation='UPDATE OR DELETE', pgid='pgtrigger_stays_80d30', table='shop_legaltextversion', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT t.shop_id FROM changed JOIN shop_legaltext t ON t.id = changed.text_id)); RETURN NULL;', hash='bfd4e38c2f576d7af34a582a18318850888c8163', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_54b51', referencing='REFERENCING NEW TABLE AS after ', table='shop_legaltextversion', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT t.shop_id FROM changed JOIN shop_legaltext t ON t.id = changed.text_id)); RETURN NULL;', hash='f9f37eecdc2efd070da5f81e1ea7febf579790b0', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_75417', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_legaltextversion', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT t.shop_id FROM changed JOIN shop_legaltext t ON t.id = changed.text_id)); RETURN NULL;', hash='d914f0a02408c4d098424d5b33ebae2ef7fe64a9', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_b012b', referencing='REFERENCING OLD TABLE AS before ', table='shop_legaltextversion', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='5a76cac34fac1700bfc2951170ebd2d863a8844a', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_d48a3', table='shop_legaltextversion', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.legaltextversion', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(kind::text, '') FROM shop_legaltext WHERE id = (kept->>'text_id')::bigint)), array_remove(ARRAY['shop.legaltextversion:' || (kept->>'id'), 'shop.legaltext:' || (kept->>'text_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='70227a4c887b4e32a496dd1a698ed23abe12ae92', operation='INSERT OR DELETE', pgid='pgtrigger_audited_ed775', table='shop_legaltextversion', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legaltextversion',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.legaltextversion', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(kind::text, '') FROM shop_legaltext WHERE id = (kept->>'text_id')::bigint)), array_remove(ARRAY['shop.legaltextversion:' || (kept->>'id'), 'shop.legaltext:' || (kept->>'text_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='40c1e4d8b72c22305413088c9b1b4d544f6be4d4', operation='UPDATE', pgid='pgtrigger_audited_update_1c54a', table='shop_legaltextversion', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='faqentry',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='d73dafe756611bce462af06aaa428c815b1ff8ba', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_95681', referencing='REFERENCING NEW TABLE AS after ', table='shop_faqentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='faqentry',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='66bed013bb9d153ea9a794d6901152d89529e8a5', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_4d7a2', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_faqentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='faqentry',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='62c8759bd0c8e9c4f3c5fcfb0ed30d96dca689e4', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_af2b6', referencing='REFERENCING OLD TABLE AS before ', table='shop_faqentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='faqentry',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='5019654e6579892cb318884d272c708d2591d1cf', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_b33f3', table='shop_faqentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='faqentry',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.faqentry', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'question_de', '')), array_remove(ARRAY['shop.faqentry:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{answer,id,question}'::text[], to_jsonb(NEW) - '{answer,id,question}'::text[], '{}'::text[]); RETURN NULL;", hash='dbc57a938b5f7fdf94efe35dbf594dbfa7d261ef', operation='INSERT OR DELETE', pgid='pgtrigger_audited_0476a', table='shop_faqentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='faqentry',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.faqentry', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'question_de', '')), array_remove(ARRAY['shop.faqentry:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{answer,id,question}'::text[], to_jsonb(NEW) - '{answer,id,question}'::text[], '{}'::text[]); RETURN NULL;", hash='7bec2b8f8e4fd5f2239177578b711da7e907ffb5', operation='UPDATE', pgid='pgtrigger_audited_update_a4174', table='shop_faqentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='newslettersubscription',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.newslettersubscription', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'language', '')), array_remove(ARRAY['shop.newslettersubscription:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{email,token,requested_from,confirmed_from}'::text[]); RETURN NULL;", hash='0d1cf9053026c6ec52a05aeb3177c8826a50a766', operation='INSERT OR DELETE', pgid='pgtrigger_audited_f19a1', table='shop_newslettersubscription', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='newslettersubscription',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.newslettersubscription', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'language', '')), array_remove(ARRAY['shop.newslettersubscription:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{email,token,requested_from,confirmed_from}'::text[]); RETURN NULL;", hash='7038f127eb0862484ea33c1a7f37254ef9d2b86d', operation='UPDATE', pgid='pgtrigger_audited_update_bdba5', table='shop_newslettersubscription', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='news',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='007effcb19cf2a8b969ce5010083c432e4830866', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_91082', referencing='REFERENCING NEW TABLE AS after ', table='shop_news', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='news',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='295dc6bdcc23d67bb200217ec1645d70e74dbd0b', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_20117', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_news', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='news',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='82e0bb8d4609d70773c8d49aaf59925f0a01d38a', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_c95ee', referencing='REFERENCING OLD TABLE AS before ', table='shop_news', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='news',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='de48e54893794c4019624f2cd69a3f954b7eb4ca', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_c716e', table='shop_news', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='news',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.news', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'title_de', '')), array_remove(ARRAY['shop.news:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,text,title}'::text[], to_jsonb(NEW) - '{id,text,title}'::text[], '{}'::text[]); RETURN NULL;", hash='61b8cdd17f4fefbe40a41527b476300d85a30f69', operation='INSERT OR DELETE', pgid='pgtrigger_audited_c226e', table='shop_news', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='news',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.news', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'title_de', '')), array_remove(ARRAY['shop.news:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,text,title}'::text[], to_jsonb(NEW) - '{id,text,title}'::text[], '{}'::text[]); RETURN NULL;", hash='b3c5d2c32ed98701a5f4931644d0c78a2abc5301', operation='UPDATE', pgid='pgtrigger_audited_update_08662', table='shop_news', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pathredirect',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='91ad7db3500d1ac6662b1ddb0637db2761fec486', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_c0ee7', referencing='REFERENCING NEW TABLE AS after ', table='shop_pathredirect', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pathredirect',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='f23faae4fc8ee25c1049b104fafb3b67e17ce9a1', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_90b33', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_pathredirect', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pathredirect',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='b0683334a508f2b64982e5aa477c9fab80d2a084', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_91b01', referencing='REFERENCING OLD TABLE AS before ', table='shop_pathredirect', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pathredirect',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='0350cf348cdce0950bf32dea36501ecc994a43ee', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_18028', table='shop_pathredirect', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pathredirect',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.pathredirect', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'source', '')), array_remove(ARRAY['shop.pathredirect:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='28e302e5450727695ecfe5797535087940a8f8d2', operation='INSERT OR DELETE', pgid='pgtrigger_audited_c2407', table='shop_pathredirect', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pathredirect',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.pathredirect', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'source', '')), array_remove(ARRAY['shop.pathredirect:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='6819c28f47083a2739b2e233d048e29168aa3f42', operation='UPDATE', pgid='pgtrigger_audited_update_485f9', table='shop_pathredirect', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='discountcode',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.discountcode', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'note', '')), array_remove(ARRAY['shop.discountcode:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{digest,id,used}'::text[], to_jsonb(NEW) - '{digest,id,used}'::text[], '{code}'::text[]); RETURN NULL;", hash='2405beba98c51b198dad01b04158c988e0f2ebdb', operation='INSERT OR DELETE', pgid='pgtrigger_audited_92972', table='shop_discountcode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='discountcode',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."code" IS DISTINCT FROM (NEW."code") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."note" IS DISTINCT FROM (NEW."note") OR OLD."percent" IS DISTINCT FROM (NEW."percent") OR OLD."shop_id" IS DISTINCT FROM (NEW."shop_id") OR OLD."usage_limit" IS DISTINCT FROM (NEW."usage_limit") OR OLD."valid_from" IS DISTINCT FROM (NEW."valid_from") OR OLD."valid_until" IS DISTINCT FROM (NEW."valid_until"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.discountcode', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'note', '')), array_remove(ARRAY['shop.discountcode:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{digest,id,used}'::text[], to_jsonb(NEW) - '{digest,id,used}'::text[], '{code}'::text[]); RETURN NULL;", hash='f7e4d50297754b24b22731c7bdaafa59fe2386f6', operation='UPDATE', pgid='pgtrigger_audited_update_ac550', table='shop_discountcode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='guaranteenotice',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='b9a901016e8dd3b9509d4c7287a4b40e571dafed', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_34126', referencing='REFERENCING NEW TABLE AS after ', table='shop_guaranteenotice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='guaranteenotice',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='f1f3af38ce428053159103501ccc41d6bd8a2894', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_1f4cc', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_guaranteenotice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='guaranteenotice',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='7089e32406bb1f371b8ca476c5e2d76ba8b98015', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_cdc82', referencing='REFERENCING OLD TABLE AS before ', table='shop_guaranteenotice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='guaranteenotice',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='49e5dfd6d8987380d30be6402eff88c98292e770', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_031b4', table='shop_guaranteenotice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='guaranteenotice',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.guaranteenotice', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'language', '')), array_remove(ARRAY['shop.guaranteenotice:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='4499e150139b9a48c7d5ffa58734a8cfdd311db6', operation='INSERT OR DELETE', pgid='pgtrigger_audited_34eed', table='shop_guaranteenotice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='guaranteenotice',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('shop.guaranteenotice', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'language', '')), array_remove(ARRAY['shop.guaranteenotice:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='2f134fcd619d3941d8413321bc79efa8326d4312', operation='UPDATE', pgid='pgtrigger_audited_update_6d19d', table='shop_guaranteenotice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='legalwording',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'What was agreed to is never changed';", hash='98d9006539878c345ffc1c74f5f5a124bed8fb58', operation='UPDATE OR DELETE', pgid='pgtrigger_stays_4154a', table='shop_legalwording', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='auditentry',
                trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'What was noted stays';", hash='21f33668b01eb10e4f259cee0068c64bf7814c32', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_af452', table='shop_auditentry', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='groupofmember',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.user_groups', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(username::text, '') FROM auth_user WHERE id = (kept->>'user_id')::integer), (SELECT nullif(name::text, '') FROM auth_group WHERE id = (kept->>'group_id')::integer)), array_remove(ARRAY['auth.user_groups:' || (kept->>'id'), 'auth.user:' || (kept->>'user_id')::integer, 'auth.group:' || (kept->>'group_id')::integer], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='61c69839cee7525d26e2ebd93a8eda0805f8c8bd', operation='INSERT OR DELETE', pgid='pgtrigger_audited_d575b', table='auth_user_groups', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='groupofmember',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.user_groups', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(username::text, '') FROM auth_user WHERE id = (kept->>'user_id')::integer), (SELECT nullif(name::text, '') FROM auth_group WHERE id = (kept->>'group_id')::integer)), array_remove(ARRAY['auth.user_groups:' || (kept->>'id'), 'auth.user:' || (kept->>'user_id')::integer, 'auth.group:' || (kept->>'group_id')::integer], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='1de52688a2e89b4758bac1cadd92ddb8a493cdfb', operation='UPDATE', pgid='pgtrigger_audited_update_dec0b', table='auth_user_groups', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='rightofgroup',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.group_permissions', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM auth_group WHERE id = (kept->>'group_id')::integer)), array_remove(ARRAY['auth.group_permissions:' || (kept->>'id'), 'auth.group:' || (kept->>'group_id')::integer], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='ef4ea7bd86a336f5334d91ef9aab053137880e9b', operation='INSERT OR DELETE', pgid='pgtrigger_audited_9cbc5', table='auth_group_permissions', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='rightofgroup',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.group_permissions', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM auth_group WHERE id = (kept->>'group_id')::integer)), array_remove(ARRAY['auth.group_permissions:' || (kept->>'id'), 'auth.group:' || (kept->>'group_id')::integer], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='98b3caf4059f36551ac049f5514b423b151dd77d', operation='UPDATE', pgid='pgtrigger_audited_update_7c6c4', table='auth_group_permissions', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='rightofmember',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.user_user_permissions', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(username::text, '') FROM auth_user WHERE id = (kept->>'user_id')::integer)), array_remove(ARRAY['auth.user_user_permissions:' || (kept->>'id'), 'auth.user:' || (kept->>'user_id')::integer], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='a0999f693ad16011a12fb99687b84076854c58f0', operation='INSERT OR DELETE', pgid='pgtrigger_audited_0ed4e', table='auth_user_user_permissions', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='rightofmember',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.user_user_permissions', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(username::text, '') FROM auth_user WHERE id = (kept->>'user_id')::integer)), array_remove(ARRAY['auth.user_user_permissions:' || (kept->>'id'), 'auth.user:' || (kept->>'user_id')::integer], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='770ef6dc24fb69a99f257d93572f80b74f3fa470', operation='UPDATE', pgid='pgtrigger_audited_update_496c1', table='auth_user_user_permissions', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='staffgroup',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.group', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['auth.group:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='1434e3878e5037cc3646e03178207bc4d6265d92', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b09ec', table='auth_group', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='staffgroup',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.group', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['auth.group:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='f99bf90013fcbe1018858225a31758323457af43', operation='UPDATE', pgid='pgtrigger_audited_update_6d769', table='auth_group', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='staffmember',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.user', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'username', '')), array_remove(ARRAY['auth.user:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,last_login}'::text[], to_jsonb(NEW) - '{id,last_login}'::text[], '{password,email}'::text[]); RETURN NULL;", hash='64f7918d090a5e91131f3c9f37e15d613497305e', operation='INSERT OR DELETE', pgid='pgtrigger_audited_10a91', table='auth_user', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='staffmember',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."date_joined" IS DISTINCT FROM (NEW."date_joined") OR OLD."email" IS DISTINCT FROM (NEW."email") OR OLD."first_name" IS DISTINCT FROM (NEW."first_name") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."is_active" IS DISTINCT FROM (NEW."is_active") OR OLD."is_staff" IS DISTINCT FROM (NEW."is_staff") OR OLD."is_superuser" IS DISTINCT FROM (NEW."is_superuser") OR OLD."last_name" IS DISTINCT FROM (NEW."last_name") OR OLD."password" IS DISTINCT FROM (NEW."password") OR OLD."username" IS DISTINCT FROM (NEW."username"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('auth.user', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'username', '')), array_remove(ARRAY['auth.user:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,last_login}'::text[], to_jsonb(NEW) - '{id,last_login}'::text[], '{password,email}'::text[]); RETURN NULL;", hash='37e586aca861952df30e4f62605507df3f1f366e', operation='UPDATE', pgid='pgtrigger_audited_update_7704e', table='auth_user', when='AFTER')),
            ),
        ]),
    ]
