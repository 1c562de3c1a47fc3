"""The first state of the catalogue: tables, search, the functions that triggers call, triggers.

Tables that Django makes for many-to-many fields have proxy models, which carry their triggers.
"""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import pgtrigger.compiler
import pgtrigger.migrations
import shop.models.entered
from decimal import Decimal
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models

from shop.migrations._at_once import AtOnce

# A text without capitals and accents, for search. IMMUTABLE, so that an index may use it.
FOLD = """
CREATE FUNCTION catalogue_fold(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(
    replace(replace(replace(lower(name), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'äáàâãåāăąéèêëēėęěíìîïīįóòôõöøōőúùûüūůűųýÿçćčĉďđğģķłļľñńňņŕřśšşșťţțźžżÄÖÜ’',
    'aaaaaaaaaeeeeeeeeiiiiiioooooooouuuuuuuuyyccccddggklllnnnnrrsssstttzzzaou'''
)
"""
# With the expressions of catalogue/queries/search.py: PostgreSQL uses an index only for its very expression.
SEARCH = """
CREATE INDEX catalogue_product_search ON catalogue_product USING gin (catalogue_fold(
    coalesce(name_de, '')
    || ' ' || coalesce(name_en, '')
    || ' ' || coalesce(descriptive_name_de, '')
    || ' ' || coalesce(descriptive_name_en, '')
    || ' ' || coalesce(product_type_de, '')
    || ' ' || coalesce(product_type_en, '')
    || ' ' || coalesce(color_de, '')
    || ' ' || coalesce(color_en, '')
) gin_trgm_ops);
CREATE INDEX catalogue_event_search ON catalogue_event USING gin (catalogue_fold(
    coalesce(name_de, '')
    || ' ' || coalesce(name_en, '')
    || ' ' || coalesce(descriptive_name_de, '')
    || ' ' || coalesce(descriptive_name_en, '')
) gin_trgm_ops);
"""
# The price history (§ 11 PAngV): the database deletes it with the variant, and a function writes it for the triggers.
PRICES = """
ALTER TABLE catalogue_pricepoint ADD CONSTRAINT price_point_of_a_variant
FOREIGN KEY (variant_id) REFERENCES catalogue_productvariant (id) ON DELETE CASCADE;

CREATE FUNCTION note_price_points(variants bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO catalogue_pricepoint (variant_id, country_code, price, since)
    SELECT asked.variant_id, asked.country_code, asked.price, now()
    FROM (
        SELECT v.id AS variant_id, c.country_code, coalesce(
            (SELECT x.price FROM catalogue_price x
             WHERE x.variant_id = v.id AND x.country_code IN (c.country_code, 'de')
             ORDER BY x.country_code = c.country_code DESC LIMIT 1),
            (SELECT x.price FROM catalogue_price x
             WHERE x.product_id = v.product_id AND x.country_code IN (c.country_code, 'de')
             ORDER BY x.country_code = c.country_code DESC LIMIT 1) + v.additional_price
        ) AS price
        FROM catalogue_productvariant v
        CROSS JOIN LATERAL (
            SELECT x.country_code FROM catalogue_price x WHERE x.variant_id = v.id
            UNION SELECT x.country_code FROM catalogue_price x WHERE x.product_id = v.product_id
            UNION SELECT p.country_code FROM catalogue_pricepoint p WHERE p.variant_id = v.id
        ) c
        WHERE v.id = ANY (variants)
    ) asked
    LEFT JOIN LATERAL (
        SELECT p.price FROM catalogue_pricepoint p
        WHERE p.variant_id = asked.variant_id AND p.country_code = asked.country_code
        ORDER BY p.since DESC LIMIT 1
    ) known ON true
    WHERE known.price IS DISTINCT FROM asked.price
    ON CONFLICT (variant_id, country_code, since) DO UPDATE SET price = excluded.price;
$$;
"""
# For the triggers of stocks: pages say whether a stock is sold out, scarce or neither.
STOCKS = """
CREATE FUNCTION stock_step(free integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN free <= 0 THEN 0 WHEN free <= 5 THEN 1 ELSE 2 END
$$;
CREATE FUNCTION raise_versions_of_stock(stock bigint) RETURNS void LANGUAGE sql AS $$
    SELECT raise_catalogue_versions(array(
        SELECT l.shop_id FROM catalogue_stockuse u JOIN catalogue_productvariant v ON v.id = u.variant_id
        JOIN catalogue_product_listed_in l ON l.product_id = v.product_id WHERE u.stock_id = stock
        UNION
        SELECT l.shop_id FROM catalogue_stockuse u JOIN catalogue_productvariant v ON v.id = u.variant_id
        JOIN catalogue_event_listed_in l ON l.event_id = v.event_id WHERE u.stock_id = stock
    ))
$$;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('sessions_queue', '0001_initial'),
        ('shop', '0001_initial'),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='Manufacturer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=160, verbose_name='name')),
                    ('address', models.TextField(verbose_name='postal address')),
                    ('contact', models.CharField(max_length=200, verbose_name='e-mail or web address')),
                    ('responsible_person', models.TextField(blank=True, help_text='Needed if the manufacturer is outside the EU.', verbose_name='responsible person in the EU')),
                ],
                options={
                    'verbose_name': 'manufacturer',
                    'verbose_name_plural': 'manufacturers',
                    'ordering': ['name'],
                },
            ),
            migrations.CreateModel(
                name='Venue',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=160, verbose_name='name')),
                    ('address', models.CharField(blank=True, max_length=160, verbose_name='street')),
                    ('city', models.CharField(max_length=80, verbose_name='city')),
                    ('post_code', models.CharField(blank=True, max_length=10, verbose_name='postal code')),
                    ('country_code', shop.models.entered.CountryField(default='de', max_length=2, verbose_name='country')),
                    ('changed_at', models.DateTimeField(auto_now=True)),
                    ('time_zone', shop.models.entered.ZoneField(db_default='Europe/Berlin', default='Europe/Berlin', help_text='All times of events at this venue are in this time zone, where you enter them and where they are shown. If you choose another zone, events keep the time of day that you entered.', max_length=64, verbose_name='time zone')),
                ],
                options={
                    'verbose_name': 'venue',
                    'verbose_name_plural': 'venues',
                    'ordering': ['city', 'name'],
                },
            ),
            migrations.CreateModel(
                name='Artist',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=160, unique=True, verbose_name='slug')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('type', models.CharField(choices=[('ARTIST', 'artist'), ('BRAND', 'brand'), ('LABEL', 'label')], default='ARTIST', max_length=10, verbose_name='type')),
                    ('abstract', models.CharField(blank=True, max_length=300, verbose_name='abstract')),
                    ('abstract_de', models.CharField(blank=True, max_length=300, null=True, verbose_name='abstract')),
                    ('abstract_en', models.CharField(blank=True, max_length=300, null=True, verbose_name='abstract')),
                    ('description', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='description')),
                    ('description_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('description_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('alternative_names', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=120), blank=True, default=list, size=None, verbose_name='alternative names')),
                    ('sort_order_ticket_top_left', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the left slider')),
                    ('sort_order_ticket_top_right', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the right slider')),
                    ('sort_order_ticket_bottom', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the grid')),
                    ('landscape_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='landscape picture')),
                    ('listed_in', models.ManyToManyField(blank=True, related_name='+', to='shop.shop', verbose_name='listed in')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='owner')),
                    ('square_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='square picture')),
                    ('main_category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalogue.category', verbose_name='main category')),
                    ('manufacturer', models.ForeignKey(blank=True, help_text='Stands for all goods that name no other. Whoever puts their name on goods is their manufacturer.', null=True, on_delete=django.db.models.deletion.PROTECT, to='catalogue.manufacturer', verbose_name='manufacturer')),
                ],
                options={
                    'verbose_name': 'artist',
                    'verbose_name_plural': 'artists',
                    'ordering': [models.OrderBy(models.F('sort_order_ticket_bottom'), nulls_last=True), 'name'],
                },
            ),
            migrations.CreateModel(
                name='Category',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=160, unique=True, verbose_name='slug')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('name_de', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('name_en', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('type', models.CharField(choices=[('CATEGORY', 'category'), ('ARTIST', 'artist'), ('BRAND', 'brand'), ('LABEL', 'label'), ('TOUR', 'tour')], default='CATEGORY', max_length=10, verbose_name='type')),
                    ('subtitle', models.CharField(blank=True, max_length=200, verbose_name='subtitle')),
                    ('subtitle_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='subtitle')),
                    ('subtitle_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='subtitle')),
                    ('display_name', models.CharField(blank=True, max_length=200, verbose_name='name shown beside products')),
                    ('display_name_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='name shown beside products')),
                    ('display_name_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='name shown beside products')),
                    ('description', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='description')),
                    ('description_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('description_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('disclaimer', shop.models.entered.HtmlField(blank=True, help_text='Shown if longer than 5 characters. Simple HTML is taken.', verbose_name='disclaimer')),
                    ('disclaimer_de', shop.models.entered.HtmlField(blank=True, help_text='Shown if longer than 5 characters. Simple HTML is taken.', null=True, verbose_name='disclaimer')),
                    ('disclaimer_en', shop.models.entered.HtmlField(blank=True, help_text='Shown if longer than 5 characters. Simple HTML is taken.', null=True, verbose_name='disclaimer')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('main_category', models.BooleanField(default=True, verbose_name='main category')),
                    ('sort_order_homepage', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place on the home page')),
                    ('featured_at', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('Homepage', 'home page'), ('MerchTopLeft', 'merch overview, left slider'), ('MerchTopRight', 'merch overview, right slider'), ('MerchBottom', 'merch overview, bottom')], max_length=20), blank=True, default=list, size=None, verbose_name='featured at')),
                    ('subcategory_order', models.IntegerField(default=0, verbose_name='order within the artist')),
                    ('artist', models.ForeignKey(blank=True, help_text='The artist whose page shows this category.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='categories', to='catalogue.artist', verbose_name='artist')),
                    ('listed_in', models.ManyToManyField(blank=True, related_name='+', to='shop.shop', verbose_name='listed in')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='owner')),
                    ('square_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='square picture')),
                ],
                options={
                    'verbose_name': 'category',
                    'verbose_name_plural': 'categories',
                    'ordering': ['-order', 'name'],
                },
            ),
            migrations.CreateModel(
                name='Event',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=160, unique=True, verbose_name='slug')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('name_de', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('name_en', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('descriptive_name', models.CharField(blank=True, max_length=240, verbose_name='full name')),
                    ('descriptive_name_de', models.CharField(blank=True, max_length=240, null=True, verbose_name='full name')),
                    ('descriptive_name_en', models.CharField(blank=True, max_length=240, null=True, verbose_name='full name')),
                    ('description', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='description')),
                    ('description_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('description_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('html_details', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='details')),
                    ('html_details_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='details')),
                    ('html_details_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='details')),
                    ('active', models.BooleanField(default=True, verbose_name='active')),
                    ('happening_from', models.DateTimeField(db_index=True, verbose_name='begins')),
                    ('happening_until', models.DateTimeField(blank=True, null=True, verbose_name='ends')),
                    ('door_time', models.DateTimeField(blank=True, null=True, verbose_name='doors')),
                    ('stage_time', models.DateTimeField(blank=True, null=True, verbose_name='on stage')),
                    ('presale_at', models.DateTimeField(blank=True, null=True, verbose_name='presale begins')),
                    ('display_map', models.BooleanField(default=False, verbose_name='show the seat map')),
                    ('cart_limit', models.PositiveSmallIntegerField(default=9, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='tickets per cart')),
                    ('sold_out_message', models.CharField(blank=True, max_length=200, verbose_name='sold-out message')),
                    ('sold_out_message_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='sold-out message')),
                    ('sold_out_message_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='sold-out message')),
                    ('kulturpass_url', models.URLField(blank=True, verbose_name='KulturPass link')),
                    ('local_organizer', models.CharField(blank=True, max_length=160, verbose_name='local organiser')),
                    ('owning_company', models.CharField(blank=True, max_length=160, verbose_name='organising company')),
                    ('owning_first_name', models.CharField(blank=True, max_length=40, verbose_name='organiser: first name')),
                    ('owning_last_name', models.CharField(blank=True, max_length=40, verbose_name='organiser: last name')),
                    ('owning_address', models.CharField(blank=True, max_length=60, verbose_name='organiser: street')),
                    ('owning_address2', models.CharField(blank=True, max_length=60, verbose_name='organiser: address line 2')),
                    ('owning_city', models.CharField(blank=True, max_length=60, verbose_name='organiser: city')),
                    ('owning_post_code', models.CharField(blank=True, max_length=10, verbose_name='organiser: postal code')),
                    ('owning_country_code', shop.models.entered.CountryField(blank=True, default='de', max_length=2, verbose_name='organiser: country')),
                    ('check_in_start_at', models.DateTimeField(blank=True, null=True, verbose_name='check-in opens')),
                    ('check_in_end_at', models.DateTimeField(blank=True, null=True, verbose_name='check-in closes')),
                    ('personalization_requirement', models.CharField(choices=[('no_personalization_required', 'no names'), ('check_in_required', 'names for the check-in'), ('contact_tracing_required', 'names, addresses and phone numbers')], default='no_personalization_required', max_length=30, verbose_name='names on tickets')),
                    ('vat_rate', models.DecimalField(decimal_places=2, default=Decimal('7'), max_digits=4, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(50)], verbose_name='VAT in percent')),
                    ('seo_title', models.CharField(blank=True, max_length=120, verbose_name='title for search engines')),
                    ('seo_title_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='title for search engines')),
                    ('seo_title_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='title for search engines')),
                    ('seo_description', models.CharField(blank=True, max_length=320, verbose_name='description for search engines')),
                    ('seo_description_de', models.CharField(blank=True, max_length=320, null=True, verbose_name='description for search engines')),
                    ('seo_description_en', models.CharField(blank=True, max_length=320, null=True, verbose_name='description for search engines')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('external_link', models.URLField(blank=True, verbose_name='tickets are sold at')),
                    ('external_link_text', models.CharField(blank=True, max_length=120, verbose_name='text of that link')),
                    ('external_link_text_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='text of that link')),
                    ('external_link_text_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='text of that link')),
                    ('custom_tag', models.CharField(blank=True, max_length=60, verbose_name='tag instead of “tickets”')),
                    ('custom_tag_de', models.CharField(blank=True, max_length=60, null=True, verbose_name='tag instead of “tickets”')),
                    ('custom_tag_en', models.CharField(blank=True, max_length=60, null=True, verbose_name='tag instead of “tickets”')),
                    ('hide_date', models.BooleanField(default=False, verbose_name='hide the date')),
                    ('hide_map', models.BooleanField(default=False, verbose_name='hide the seat map')),
                    ('default_amount', models.PositiveSmallIntegerField(default=2, verbose_name='chosen at first')),
                    ('force_section', models.CharField(blank=True, help_text='By its German name on the seat map.', max_length=60, verbose_name='only this section')),
                    ('force_ticket_amount', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='tickets only in multiples of')),
                    ('disclaimer_text', models.TextField(blank=True, verbose_name='disclaimer')),
                    ('disclaimer_text_de', models.TextField(blank=True, null=True, verbose_name='disclaimer')),
                    ('disclaimer_text_en', models.TextField(blank=True, null=True, verbose_name='disclaimer')),
                    ('policy_link', models.URLField(blank=True, verbose_name='link to the house rules')),
                    ('custom_terms_anchor', models.SlugField(blank=True, max_length=60, verbose_name='anchor in the terms')),
                    ('distancing_amount', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seats kept free beside a party')),
                    ('leads', models.BooleanField(default=False, verbose_name='heads its tour')),
                    ('only_online_tickets', models.BooleanField(default=True, verbose_name='only online tickets')),
                    ('only_hard_tickets', models.BooleanField(default=False, verbose_name='only printed tickets')),
                    ('checkin', models.BooleanField(default=False, verbose_name='with online check-in')),
                    ('artists', models.ManyToManyField(blank=True, related_name='events', to='catalogue.artist', verbose_name='artists')),
                    ('categories', models.ManyToManyField(blank=True, related_name='events', to='catalogue.category', verbose_name='categories')),
                    ('image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='picture')),
                    ('listed_in', models.ManyToManyField(blank=True, related_name='+', to='shop.shop', verbose_name='listed in')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='owner')),
                    ('related_events', models.ManyToManyField(blank=True, to='catalogue.event', verbose_name='related events')),
                    ('related_products', models.ManyToManyField(blank=True, to='catalogue.product', verbose_name='related products')),
                    ('tours', models.ManyToManyField(blank=True, related_name='events', through='catalogue.TourDate', to='catalogue.tour', verbose_name='tours')),
                    ('venue', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='catalogue.venue', verbose_name='venue')),
                    ('changed_at', models.DateTimeField(auto_now=True)),
                    ('transfer_when_scarce', models.BooleanField(db_default=False, default=False, help_text='Otherwise it is not offered while few are left, or a waiting room stands in front of the event.', verbose_name='bank transfer for the last tickets, too')),
                ],
                options={
                    'verbose_name': 'event',
                    'verbose_name_plural': 'events',
                    'ordering': ['happening_from', 'door_time'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('happening_until', None), ('happening_until__gte', models.F('happening_from')), _connector='OR'), name='event_ends_after_start', violation_error_message='The event ends before it begins.'), models.CheckConstraint(condition=models.Q(('only_hard_tickets', True), ('only_online_tickets', True), _negated=True), name='event_ticket_kind_possible', violation_error_message='Tickets cannot be online only and printed only.')],
                },
            ),
            migrations.CreateModel(
                name='PricingCategory',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(default='Default', max_length=120, verbose_name='name')),
                    ('name_de', models.CharField(default='Default', max_length=120, null=True, verbose_name='name')),
                    ('name_en', models.CharField(default='Default', max_length=120, null=True, verbose_name='name')),
                    ('map_color', models.CharField(default='#3a6ea5', max_length=7, verbose_name='colour on the map')),
                    ('expanded', models.BooleanField(default=True, verbose_name='open at first')),
                    ('section', models.CharField(choices=[('one', 'buyers choose an amount'), ('many', 'no buttons beside the amount')], default='one', max_length=10, verbose_name='section')),
                    ('hide_buttons', models.BooleanField(default=False, verbose_name='hide the buttons')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pricing_categories', to='catalogue.event')),
                    ('seat_stock', models.OneToOneField(blank=True, editable=False, help_text="Counts the category's seats on sale; its tickets draw on it and need a seat each.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seated_category', to='catalogue.stock', verbose_name='stock of its seats')),
                ],
                options={
                    'verbose_name': 'pricing category',
                    'verbose_name_plural': 'pricing categories',
                    'ordering': ['order', 'id'],
                },
            ),
            migrations.CreateModel(
                name='Product',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=160, unique=True, verbose_name='slug')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('name_de', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('name_en', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('descriptive_name', models.CharField(blank=True, max_length=240, verbose_name='full name')),
                    ('descriptive_name_de', models.CharField(blank=True, max_length=240, null=True, verbose_name='full name')),
                    ('descriptive_name_en', models.CharField(blank=True, max_length=240, null=True, verbose_name='full name')),
                    ('description', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='description')),
                    ('description_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('description_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('color', models.CharField(blank=True, max_length=60, verbose_name='colour')),
                    ('color_de', models.CharField(blank=True, max_length=60, null=True, verbose_name='colour')),
                    ('color_en', models.CharField(blank=True, max_length=60, null=True, verbose_name='colour')),
                    ('product_type', models.CharField(blank=True, max_length=80, verbose_name='kind of product')),
                    ('product_type_de', models.CharField(blank=True, max_length=80, null=True, verbose_name='kind of product')),
                    ('product_type_en', models.CharField(blank=True, max_length=80, null=True, verbose_name='kind of product')),
                    ('active', models.BooleanField(default=True, help_text='Inactive products cannot be bought or seen.', verbose_name='active')),
                    ('cart_limit', models.PositiveSmallIntegerField(default=9, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9)], verbose_name='limit per cart')),
                    ('select', models.BooleanField(default=False, verbose_name='choose the variant in a dropdown')),
                    ('public_shippable_from', models.DateField(blank=True, null=True, verbose_name='shippable from')),
                    ('sold_out_message', models.CharField(blank=True, max_length=200, verbose_name='sold-out message')),
                    ('sold_out_message_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='sold-out message')),
                    ('sold_out_message_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='sold-out message')),
                    ('container_format', models.CharField(blank=True, max_length=60, verbose_name='format (LP, CD …)')),
                    ('over_18', models.BooleanField(default=False, verbose_name='from 18 years')),
                    ('vat_rate', models.DecimalField(decimal_places=2, default=Decimal('19'), max_digits=4, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(50)], verbose_name='VAT in percent')),
                    ('weight_grams', models.PositiveIntegerField(default=300, verbose_name='weight in grams')),
                    ('parcel_kind', models.CharField(choices=[('parcel', 'parcel'), ('disc', 'a single disc goes as a letter')], default='parcel', max_length=10, verbose_name='ships as')),
                    ('material', models.CharField(blank=True, help_text='100 % cotton', max_length=200, verbose_name='material')),
                    ('material_de', models.CharField(blank=True, help_text='100 % cotton', max_length=200, null=True, verbose_name='material')),
                    ('material_en', models.CharField(blank=True, help_text='100 % cotton', max_length=200, null=True, verbose_name='material')),
                    ('warnings', models.TextField(blank=True, verbose_name='warnings and safety information')),
                    ('warnings_de', models.TextField(blank=True, null=True, verbose_name='warnings and safety information')),
                    ('warnings_en', models.TextField(blank=True, null=True, verbose_name='warnings and safety information')),
                    ('seo_title', models.CharField(blank=True, max_length=120, verbose_name='title for search engines')),
                    ('seo_title_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='title for search engines')),
                    ('seo_title_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='title for search engines')),
                    ('seo_description', models.CharField(blank=True, max_length=320, verbose_name='description for search engines')),
                    ('seo_description_de', models.CharField(blank=True, max_length=320, null=True, verbose_name='description for search engines')),
                    ('seo_description_en', models.CharField(blank=True, max_length=320, null=True, verbose_name='description for search engines')),
                    ('import_key', models.CharField(blank=True, editable=False, max_length=200)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('root', models.BooleanField(default=False, verbose_name='root of a bundle')),
                    ('hide', models.BooleanField(default=False, verbose_name='hide in listings')),
                    ('personalised', models.BooleanField(default=False, verbose_name='buyers give a text to print')),
                    ('ticket_required', models.BooleanField(default=False, verbose_name='only together with a ticket')),
                    ('allow_multiple_override', models.BooleanField(default=False, verbose_name='several in one bundle')),
                    ('bind_leave_empty', models.BooleanField(default=False, verbose_name='“leave empty” binds the whole choice')),
                    ('hide_in_combined_product', models.BooleanField(default=False, verbose_name='hide in bundles')),
                    ('show_color_in_combined_product', models.BooleanField(default=False, verbose_name='show the colour in bundles')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('external_url', models.URLField(blank=True, verbose_name='sold elsewhere at')),
                    ('external_url_text', models.CharField(blank=True, max_length=120, verbose_name='text of that link')),
                    ('external_url_text_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='text of that link')),
                    ('external_url_text_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='text of that link')),
                    ('disclaimer', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='disclaimer')),
                    ('disclaimer_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='disclaimer')),
                    ('disclaimer_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='disclaimer')),
                    ('scroll_offset', models.SmallIntegerField(default=0, verbose_name='scroll offset in pixels')),
                    ('slides_custom_pager', models.BooleanField(default=True, verbose_name="pictures as the slider's pager")),
                    ('order_merging_allowed', models.BooleanField(default=True, verbose_name='may be merged into an earlier order')),
                    ('list_price_hide', models.BooleanField(default=False, verbose_name='hide the price in listings')),
                    ('list_price_prefix', models.CharField(blank=True, max_length=30, verbose_name='word before the listed price')),
                    ('list_price_prefix_de', models.CharField(blank=True, max_length=30, null=True, verbose_name='word before the listed price')),
                    ('list_price_prefix_en', models.CharField(blank=True, max_length=30, null=True, verbose_name='word before the listed price')),
                    ('list_price_value', models.CharField(blank=True, max_length=60, verbose_name='listed instead of the price')),
                    ('list_price_value_de', models.CharField(blank=True, max_length=60, null=True, verbose_name='listed instead of the price')),
                    ('list_price_value_en', models.CharField(blank=True, max_length=60, null=True, verbose_name='listed instead of the price')),
                    ('adapt_image_size', models.BooleanField(default=False, verbose_name='show pictures uncropped')),
                    ('artist', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='products', to='catalogue.artist', verbose_name='artist')),
                    ('follows', models.ForeignKey(blank=True, help_text='It is bought together with that product only, and never more of it.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='followers', to='catalogue.product', verbose_name='follows the product')),
                    ('listed_in', models.ManyToManyField(blank=True, related_name='+', to='shop.shop', verbose_name='listed in')),
                    ('manufacturer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='catalogue.manufacturer', verbose_name='manufacturer')),
                    ('overlay_detail_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='overlay on the product page')),
                    ('overlay_listing_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='overlay in listings')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='owner')),
                    ('related_events', models.ManyToManyField(blank=True, through='catalogue.RelatedEvent', to='catalogue.event', verbose_name='related events')),
                    ('related_products', models.ManyToManyField(blank=True, through='catalogue.RelatedProduct', through_fields=('product', 'related'), to='catalogue.product', verbose_name='related products')),
                    ('categories', models.ManyToManyField(related_name='products', through='catalogue.ProductInCategory', to='catalogue.category')),
                    ('content_amount', models.DecimalField(blank=True, decimal_places=2, help_text='Only what is sold by volume, weight or length: the page then shows the price per unit.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))], verbose_name='contents')),
                    ('content_unit', models.CharField(choices=[('ml', 'ml'), ('l', 'l'), ('g', 'g'), ('kg', 'kg'), ('m', 'm')], default='ml', max_length=2, verbose_name='unit of the contents')),
                    ('price_bound', models.BooleanField(default=False, help_text='New books and sheet music: no discount code reduces them (BuchPrG).', verbose_name='fixed price by law')),
                    ('travel_service', models.BooleanField(default=False, help_text='An overnight stay, a bus or train ride, a hired vehicle. In a bundle with a ticket or with another travel service it can make package travel (§ 651a BGB).', verbose_name='travel service')),
                ],
                options={
                    'verbose_name': 'product',
                    'verbose_name_plural': 'products',
                    'ordering': ['-order', '-id'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('import_key', ''), _negated=True), fields=('owner', 'import_key'), name='product_imported_once')],
                },
            ),
            migrations.CreateModel(
                name='InfoPanel',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('additional', 'additional information'), ('detail', 'details')], default='additional', max_length=12, verbose_name='place')),
                    ('title', models.CharField(max_length=120, verbose_name='title')),
                    ('title_de', models.CharField(max_length=120, null=True, verbose_name='title')),
                    ('title_en', models.CharField(max_length=120, null=True, verbose_name='title')),
                    ('description', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='text')),
                    ('description_de', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('description_en', shop.models.entered.HtmlField(help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('product', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='panels', to='catalogue.product')),
                ],
                options={
                    'verbose_name': 'side panel',
                    'verbose_name_plural': 'side panels',
                    'ordering': ['order', 'id'],
                },
            ),
            migrations.CreateModel(
                name='ProductInCategory',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('product_order', models.IntegerField(default=0, verbose_name='order within the category')),
                    ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='placements', to='catalogue.category', verbose_name='category')),
                    ('product', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='placements', to='catalogue.product')),
                ],
                options={
                    'verbose_name': 'category of the product',
                    'verbose_name_plural': 'categories of the product',
                    'ordering': ['-product_order', 'id'],
                    'indexes': [models.Index(fields=['category', '-product_order', '-product'], name='category_shelf')],
                    'constraints': [models.UniqueConstraint(fields=('product', 'category'), name='product_once_per_category')],
                },
            ),
            migrations.CreateModel(
                name='ProductPicture',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='shop.image', verbose_name='picture')),
                    ('product', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pictures', to='catalogue.product')),
                ],
                options={
                    'verbose_name': 'picture',
                    'verbose_name_plural': 'pictures',
                    'ordering': ['order', 'id'],
                },
            ),
            migrations.CreateModel(
                name='ProductVariant',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('description', models.CharField(blank=True, help_text='Size M, reduced …', max_length=120, verbose_name='description')),
                    ('description_de', models.CharField(blank=True, help_text='Size M, reduced …', max_length=120, null=True, verbose_name='description')),
                    ('description_en', models.CharField(blank=True, help_text='Size M, reduced …', max_length=120, null=True, verbose_name='description')),
                    ('description_subline', models.CharField(blank=True, max_length=160, verbose_name='second line')),
                    ('description_subline_de', models.CharField(blank=True, max_length=160, null=True, verbose_name='second line')),
                    ('description_subline_en', models.CharField(blank=True, max_length=160, null=True, verbose_name='second line')),
                    ('message', models.CharField(blank=True, max_length=200, verbose_name='note beside the variant')),
                    ('message_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='note beside the variant')),
                    ('message_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='note beside the variant')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('additional_price', models.DecimalField(decimal_places=2, default=Decimal('0'), help_text="Added to the product's price, unless the variant has prices of its own.", max_digits=8, verbose_name='surcharge')),
                    ('active', models.BooleanField(default=True, verbose_name='active')),
                    ('is_default', models.BooleanField(default=False, verbose_name='chosen at first')),
                    ('physical', models.BooleanField(default=True, verbose_name='is shipped')),
                    ('sku', models.CharField(blank=True, max_length=80, verbose_name='article number')),
                    ('barcode', models.CharField(blank=True, max_length=40, verbose_name='barcode')),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='variants', to='catalogue.event')),
                    ('pricing_category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='variants', to='catalogue.pricingcategory', verbose_name='pricing category')),
                    ('product', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='variants', to='catalogue.product')),
                    ('stocks', models.ManyToManyField(related_name='variants', through='catalogue.StockUse', to='catalogue.stock')),
                ],
                options={
                    'verbose_name': 'variant',
                    'verbose_name_plural': 'variants',
                    'ordering': ['order', 'id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('product', None), ('event', None), _connector='XOR'), name='variant_of_a_product_or_an_event'), models.CheckConstraint(condition=models.Q(('pricing_category', None), ('product', None), _connector='OR'), name='pricing_category_of_an_event')],
                },
            ),
            migrations.CreateModel(
                name='Price',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('country_code', shop.models.entered.CountryField(default='de', max_length=2, verbose_name='country')),
                    ('price', models.DecimalField(decimal_places=2, max_digits=8, validators=[django.core.validators.MinValueValidator(0)], verbose_name='price')),
                    ('original_price', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='struck price')),
                    ('product', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='prices', to='catalogue.product')),
                    ('variant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='prices', to='catalogue.productvariant')),
                ],
                options={
                    'verbose_name': 'price',
                    'verbose_name_plural': 'prices',
                    'ordering': ['country_code'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('product', None), ('variant', None), _connector='XOR'), name='price_of_product_or_variant'), models.UniqueConstraint(fields=('product', 'country_code'), name='one_price_per_product_and_country'), models.UniqueConstraint(fields=('variant', 'country_code'), name='one_price_per_variant_and_country'), models.CheckConstraint(condition=models.Q(('price__gte', 0)), name='price_not_negative'), models.CheckConstraint(condition=models.Q(('original_price', None), ('original_price__gte', models.F('price')), _connector='OR'), name='struck_price_not_below_price', violation_error_message='The struck price is below the price.')],
                },
            ),
            migrations.CreateModel(
                name='Stock',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=240, verbose_name='name')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='owner')),
                    ('capacity', models.PositiveIntegerField(default=0, verbose_name='capacity')),
                    ('held', models.PositiveIntegerField(default=0, editable=False, verbose_name='held')),
                    ('sold', models.PositiveIntegerField(default=0, editable=False, verbose_name='sold')),
                    ('free', models.GeneratedField(db_persist=True, expression=django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('capacity'), '-', models.F('held')), '-', models.F('sold')), output_field=models.IntegerField(), verbose_name='free')),
                    ('transfer_share', models.PositiveSmallIntegerField(blank=True, help_text='Empty: as its owner has it for all stocks.', null=True, validators=[django.core.validators.MaxValueValidator(100)], verbose_name='may wait for transfers, in percent')),
                    ('waiting', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Of what is sold.', verbose_name='waiting for transfers')),
                ],
                options={
                    'verbose_name': 'stock',
                    'verbose_name_plural': 'stocks',
                    'ordering': ['name'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('capacity__gte', django.db.models.expressions.CombinedExpression(models.F('held'), '+', models.F('sold')))), name='stock_never_oversold'), models.CheckConstraint(condition=models.Q(('waiting__lte', models.F('sold'))), name='stock_waits_for_what_is_sold')],
                },
            ),
            migrations.CreateModel(
                name='StockClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('holder', models.UUIDField()),
                    ('quantity', models.PositiveIntegerField()),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('session', models.ForeignKey(help_text='Its expires_at ends the hold; none once sold.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='stock_claims', to='sessions_queue.visitorsession')),
                    ('stock', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='catalogue.stock')),
                    ('waits', models.BooleanField(db_default=False, default=False, help_text='Sold, and its money may come by transfer, days later.')),
                    ('address_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the address that it was ordered from, until it is paid.', max_length=32)),
                    ('network_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the wider network, until it is paid.', max_length=32)),
                    ('pass_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the pass of the browser that ordered it, until it is paid.', max_length=16)),
                ],
                options={
                    'constraints': [models.CheckConstraint(condition=models.Q(('quantity__gt', 0)), name='claim_not_empty'), models.UniqueConstraint(fields=('holder', 'stock'), name='one_claim_per_holder_and_stock'), models.CheckConstraint(condition=models.Q(('waits', False), ('session', None), _connector='OR'), name='claim_that_waits_is_sold')],
                    'indexes': [models.Index(condition=models.Q(('pass_digest', ''), _negated=True), fields=['pass_digest'], name='unpaid_claims_of_pass'), models.Index(condition=models.Q(('address_digest', ''), _negated=True), fields=['address_digest'], name='unpaid_claims_of_address'), models.Index(condition=models.Q(('network_digest', ''), _negated=True), fields=['network_digest'], name='unpaid_claims_of_network')],
                },
            ),
            migrations.CreateModel(
                name='StockUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stock', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='uses', to='catalogue.stock', verbose_name='stock')),
                    ('variant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stock_uses', to='catalogue.productvariant')),
                ],
                options={
                    'verbose_name': 'stock drawn on',
                    'verbose_name_plural': 'stocks drawn on',
                    'constraints': [models.UniqueConstraint(fields=('variant', 'stock'), name='stock_once_per_variant')],
                },
            ),
            migrations.CreateModel(
                name='Tour',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=160, unique=True, verbose_name='slug')),
                    ('name', models.CharField(max_length=200, verbose_name='name')),
                    ('name_de', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('name_en', models.CharField(max_length=200, null=True, verbose_name='name')),
                    ('subtitle', models.CharField(blank=True, max_length=200, verbose_name='subtitle')),
                    ('subtitle_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='subtitle')),
                    ('subtitle_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='subtitle')),
                    ('description', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='description')),
                    ('description_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('description_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='description')),
                    ('start_date', models.DateField(blank=True, null=True, verbose_name='first day')),
                    ('end_date', models.DateField(blank=True, null=True, verbose_name='last day')),
                    ('sort_order_homepage', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place on the home page')),
                    ('featured_in', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('Homepage', 'home page')], max_length=20), blank=True, default=list, size=None, verbose_name='featured in')),
                    ('sort_order_ticket_top_left', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the left slider')),
                    ('sort_order_ticket_top_right', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the right slider')),
                    ('sort_order_ticket_bottom', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the grid')),
                    ('artists', models.ManyToManyField(blank=True, related_name='tours', to='catalogue.artist', verbose_name='artists')),
                    ('listed_in', models.ManyToManyField(blank=True, related_name='+', to='shop.shop', verbose_name='listed in')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='owner')),
                    ('ticket_image', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='shop.image', verbose_name='ticket picture')),
                ],
                options={
                    'verbose_name': 'tour',
                    'verbose_name_plural': 'tours',
                    'ordering': [models.OrderBy(models.F('start_date'), nulls_last=True), 'name'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('start_date', None), ('end_date', None), ('end_date__gte', models.F('start_date')), _connector='OR'), name='tour_ends_after_start', violation_error_message='The last day is before the first.')],
                },
            ),
            migrations.CreateModel(
                name='TourDate',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tour_dates', to='catalogue.event', verbose_name='event')),
                    ('tour', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dates', to='catalogue.tour', verbose_name='tour')),
                ],
                options={
                    'verbose_name': 'tour date',
                    'verbose_name_plural': 'tour dates',
                    'constraints': [models.UniqueConstraint(fields=('tour', 'event'), name='event_once_per_tour')],
                },
            ),
            migrations.CreateModel(
                name='ImportedProduct',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seen', models.JSONField(default=dict)),
                    ('categories', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), default=list, size=None)),
                    ('product', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='imported', to='catalogue.product')),
                ],
            ),
            migrations.CreateModel(
                name='ImportedVariant',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('options', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=120), default=list, size=None)),
                    ('sku', models.CharField(blank=True, max_length=80)),
                    ('seen', models.JSONField(default=dict)),
                    ('price', models.DecimalField(decimal_places=2, max_digits=8, null=True)),
                    ('original_price', models.DecimalField(decimal_places=2, max_digits=8, null=True)),
                    ('quantity', models.PositiveIntegerField(null=True)),
                    ('stock', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalogue.stock')),
                    ('variant', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='imported', to='catalogue.productvariant')),
                ],
            ),
            migrations.CreateModel(
                name='ImportedCategory',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('label', models.CharField(max_length=200)),
                    ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalogue.category')),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='shop.shop')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('owner', 'label'), name='category_imported_once')],
                },
            ),
            migrations.CreateModel(
                name='PictureFetch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('url', models.CharField(max_length=2000, verbose_name='address')),
                    ('position', models.PositiveIntegerField(default=1, verbose_name='position')),
                    ('alt', models.CharField(blank=True, max_length=200, verbose_name='alternative text')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=8, verbose_name='state')),
                    ('error', models.CharField(blank=True, max_length=300, verbose_name='error')),
                    ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('picture', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalogue.productpicture', verbose_name='picture')),
                    ('product', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='picture_fetches', to='catalogue.product', verbose_name='product')),
                ],
                options={
                    'verbose_name': 'picture to fetch',
                    'verbose_name_plural': 'pictures to fetch',
                    'ordering': ['product', 'position', 'id'],
                    'indexes': [models.Index(condition=models.Q(('state', 'done'), _negated=True), fields=['state'], name='pictures_not_fetched_yet')],
                    'constraints': [models.UniqueConstraint(fields=('product', 'url'), name='picture_fetched_once_per_product')],
                },
            ),
            migrations.CreateModel(
                name='PricePoint',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('country_code', models.CharField(max_length=2, verbose_name='country')),
                    ('price', models.DecimalField(decimal_places=2, max_digits=8, null=True, verbose_name='price')),
                    ('since', models.DateTimeField(verbose_name='since')),
                    ('variant', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='price_points', to='catalogue.productvariant')),
                ],
                options={
                    'verbose_name': 'earlier price',
                    'verbose_name_plural': 'price history',
                    'ordering': ['-since', '-id'],
                    'constraints': [models.UniqueConstraint(fields=('variant', 'country_code', 'since'), name='one_price_at_a_moment')],
                },
            ),
            migrations.CreateModel(
                name='RelatedProduct',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('product', models.ForeignKey(db_column='from_product_id', on_delete=django.db.models.deletion.CASCADE, related_name='related_goods', to='catalogue.product')),
                    ('related', models.ForeignKey(db_column='to_product_id', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalogue.product', verbose_name='product')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                ],
                options={
                    'db_table': 'catalogue_product_related_products',
                    'verbose_name': 'related product',
                    'verbose_name_plural': 'related products',
                    'ordering': ['order', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('product', 'related'), name='related_product_once')],
                },
            ),
            migrations.CreateModel(
                name='RelatedEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('product', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='related_shows', to='catalogue.product')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalogue.event', verbose_name='event')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                ],
                options={
                    'db_table': 'catalogue_product_related_events',
                    'verbose_name': 'related event',
                    'verbose_name_plural': 'related events',
                    'ordering': ['order', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('product', 'event'), name='related_event_once')],
                },
            ),
            migrations.CreateModel(
                name='AdventCalendar',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('year', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(2000), django.core.validators.MaxValueValidator(2100)], verbose_name='year')),
                    ('title', models.CharField(blank=True, max_length=120, verbose_name='title')),
                    ('title_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='title')),
                    ('title_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='title')),
                    ('text', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='text')),
                    ('text_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('text_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='advent_calendars', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'advent calendar',
                    'verbose_name_plural': 'advent calendars',
                    'ordering': ['-year', 'shop'],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'year'), name='one_advent_calendar_a_year')],
                },
            ),
            migrations.CreateModel(
                name='AdventDoor',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('day', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(24)], verbose_name='day')),
                    ('name', models.CharField(blank=True, max_length=120, verbose_name='name')),
                    ('name_de', models.CharField(blank=True, max_length=120, null=True, verbose_name='name')),
                    ('name_en', models.CharField(blank=True, max_length=120, null=True, verbose_name='name')),
                    ('text', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='text')),
                    ('text_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('text_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('band', models.CharField(blank=True, max_length=120, verbose_name='band')),
                    ('solution', models.CharField(blank=True, max_length=200, verbose_name='solution')),
                    ('solution_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='solution')),
                    ('solution_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='solution')),
                    ('calendar', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='doors', to='catalogue.adventcalendar')),
                    ('items', models.ManyToManyField(blank=True, related_name='advent_doors', to='catalogue.product', verbose_name='items')),
                ],
                options={
                    'verbose_name': 'door',
                    'verbose_name_plural': 'doors of the calendar',
                    'ordering': ['calendar', 'day'],
                    'constraints': [models.UniqueConstraint(fields=('calendar', 'day'), name='one_advent_door_a_day'), models.CheckConstraint(condition=models.Q(('day__range', (1, 24))), name='advent_door_of_24')],
                },
            ),
            migrations.CreateModel(
                name='SeatRow',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=20, verbose_name='row')),
                    ('order', models.PositiveIntegerField(default=0, verbose_name='order')),
                    ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='catalogue.seatsection')),
                ],
                options={
                    'verbose_name': 'row',
                    'verbose_name_plural': 'rows',
                    'ordering': ['section', 'order', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('section', 'name'), name='row_once_per_section')],
                },
            ),
            migrations.CreateModel(
                name='SeatMap',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(blank=True, max_length=160, verbose_name='name')),
                    ('graphics', models.JSONField(blank=True, default=list, verbose_name='drawings')),
                    ('bounding_box', models.JSONField(default=dict, verbose_name='bounding box')),
                    ('version', models.CharField(blank=True, editable=False, max_length=16, verbose_name='version')),
                    ('imported_at', models.DateTimeField(auto_now=True, verbose_name='read in')),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seat_map', to='catalogue.event', verbose_name='event')),
                    ('size', models.PositiveIntegerField(default=0, editable=False, verbose_name='seats')),
                ],
                options={
                    'verbose_name': 'seat map',
                    'verbose_name_plural': 'seat maps',
                },
            ),
            migrations.CreateModel(
                name='Seat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.CharField(max_length=10, verbose_name='number')),
                    ('x', models.FloatField()),
                    ('y', models.FloatField()),
                    ('reserved_for', models.CharField(blank=True, choices=[('', 'everybody'), ('promoter', 'the promoter'), ('press', 'the press'), ('wheelchair', 'wheelchair users'), ('companion', 'companions of wheelchair users')], default='', max_length=10, verbose_name='reserved for')),
                    ('place', models.PositiveIntegerField(help_text='Its number in the whole map, from 0: its bit in the availability.')),
                    ('run', models.PositiveSmallIntegerField(default=0, help_text='Seats of a row with the same run stand side by side; an aisle begins a new one.')),
                    ('pricing_category', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='seats', to='catalogue.pricingcategory')),
                    ('row', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='catalogue.seatrow')),
                ],
                options={
                    'verbose_name': 'seat',
                    'verbose_name_plural': 'seats',
                    'ordering': ['place'],
                    'constraints': [models.UniqueConstraint(fields=('row', 'number'), name='seat_once_per_row')],
                },
            ),
            migrations.CreateModel(
                name='SeatSection',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=120, verbose_name='name')),
                    ('order', models.PositiveIntegerField(default=0, verbose_name='order')),
                    ('hull_points', models.JSONField(blank=True, default=list, verbose_name='outline')),
                    ('pricing_category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='catalogue.pricingcategory')),
                    ('seat_map', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='catalogue.seatmap')),
                    ('name_de', models.CharField(max_length=120, null=True, verbose_name='name')),
                    ('name_en', models.CharField(max_length=120, null=True, verbose_name='name')),
                ],
                options={
                    'verbose_name': 'section',
                    'verbose_name_plural': 'sections',
                    'ordering': ['order', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('seat_map', 'name_de'), name='section_once_per_seat_map')],
                },
            ),
            migrations.CreateModel(
                name='SeatClaim',
                fields=[
                    ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='claim', serialize=False, to='catalogue.seat')),
                    ('holder', models.UUIDField(db_index=True)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('session', models.ForeignKey(help_text='Its expires_at ends the hold; none once sold.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seat_claims', to='sessions_queue.visitorsession')),
                ],
            ),
            migrations.CreateModel(
                name='SeatMapFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('version', models.CharField(max_length=16)),
                    ('kind', models.CharField(choices=[('full', 'for every client'), ('compact', "for the shop's own pages")], max_length=10)),
                    ('content', models.BinaryField(help_text='JSON, compressed by Brotli.')),
                    ('seat_map', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='catalogue.seatmap')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('seat_map', 'version', 'kind'), name='one_file_per_version_and_kind')],
                },
            ),
            migrations.CreateModel(
                name='AdventDoorItem',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.adventdoor_items',),
            ),
            migrations.CreateModel(
                name='ArtistListing',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.artist_listed_in',),
            ),
            migrations.CreateModel(
                name='CategoryListing',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.category_listed_in',),
            ),
            migrations.CreateModel(
                name='EventArtist',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.event_artists',),
            ),
            migrations.CreateModel(
                name='EventCategory',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.event_categories',),
            ),
            migrations.CreateModel(
                name='EventListing',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.event_listed_in',),
            ),
            migrations.CreateModel(
                name='EventRelatedEvent',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.event_related_events',),
            ),
            migrations.CreateModel(
                name='EventRelatedProduct',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.event_related_products',),
            ),
            migrations.CreateModel(
                name='ProductListing',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.product_listed_in',),
            ),
            migrations.CreateModel(
                name='ShownImage',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('shop.image',),
            ),
            migrations.CreateModel(
                name='TourArtist',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.tour_artists',),
            ),
            migrations.CreateModel(
                name='TourListing',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('catalogue.tour_listed_in',),
            ),
            migrations.CreateModel(
                name='Combination',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('option_name', models.CharField(max_length=120, verbose_name='name of the choice')),
                    ('option_name_de', models.CharField(max_length=120, null=True, verbose_name='name of the choice')),
                    ('option_name_en', models.CharField(max_length=120, null=True, verbose_name='name of the choice')),
                    ('additional_price', models.DecimalField(decimal_places=2, default=Decimal('0'), help_text='Added to the price of the bundle.', max_digits=8, validators=[django.core.validators.MinValueValidator(0)], verbose_name='surcharge')),
                    ('sold_out_message', models.CharField(blank=True, max_length=200, verbose_name='sold-out message')),
                    ('sold_out_message_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='sold-out message')),
                    ('sold_out_message_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='sold-out message')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('bundle', models.ForeignKey(limit_choices_to={'root': True}, on_delete=django.db.models.deletion.CASCADE, related_name='combinations', to='catalogue.product', verbose_name='bundle')),
                    ('tour', models.ForeignKey(blank=True, help_text='Its name stands above the choices of that tour.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalogue.tour', verbose_name='tour')),
                ],
                options={
                    'verbose_name': 'choice of a bundle',
                    'verbose_name_plural': 'choices of a bundle',
                    'ordering': ['order', 'id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('additional_price__gte', 0)), name='surcharge_not_negative')],
                },
            ),
            migrations.CreateModel(
                name='BundlePart',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('common', 'always in it'), ('combination', 'in one of the choices'), ('additional', 'may be added'), ('group', 'one of the group may be added')], default='common', max_length=12, verbose_name='place in the bundle')),
                    ('price', models.DecimalField(blank=True, decimal_places=2, help_text='Only of what may be added; empty: what it costs alone. All else is in the price of the bundle.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='price in the bundle')),
                    ('leads_here', models.BooleanField(default=False, help_text='Whoever opens the product comes to this bundle, as long as it leads to no other.', verbose_name='its page leads here')),
                    ('order', models.IntegerField(default=0, verbose_name='order')),
                    ('bundle', models.ForeignKey(limit_choices_to={'root': True}, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='catalogue.product', verbose_name='bundle')),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='in_bundles', to='catalogue.event', verbose_name='event')),
                    ('pricing_category', models.ForeignKey(blank=True, help_text="Only tickets of this category; empty: all of the event's.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalogue.pricingcategory', verbose_name='pricing category')),
                    ('product', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='in_bundles', to='catalogue.product', verbose_name='product')),
                    ('combination', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='catalogue.combination', verbose_name='choice')),
                    ('obligatory', models.BooleanField(default=False, help_text='Only of what may be added: it costs extra all the same, and nobody buys the bundle without it.', verbose_name='must be taken')),
                ],
                options={
                    'verbose_name': 'part of the bundle',
                    'verbose_name_plural': 'parts of the bundle',
                    'ordering': ['order', 'id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('product', None), ('event', None), _connector='XOR'), name='bundle_part_is_a_product_or_an_event'), models.CheckConstraint(condition=models.Q(models.Q(('combination__isnull', False), ('role', 'combination')), models.Q(models.Q(('role', 'combination'), _negated=True), ('combination', None)), _connector='OR'), name='bundle_part_of_a_combination', violation_error_message='A choice belongs to “in one of the choices”, and to nothing else.'), models.CheckConstraint(condition=models.Q(('price', None), models.Q(('price__gte', 0), ('role__in', ['additional', 'group'])), _connector='OR'), name='only_additions_have_a_price'), models.CheckConstraint(condition=models.Q(('pricing_category', None), ('event__isnull', False), _connector='OR'), name='bundle_part_category_of_an_event'), models.CheckConstraint(condition=models.Q(('leads_here', False), ('product__isnull', False), _connector='OR'), name='only_products_lead_to_a_bundle'), models.CheckConstraint(condition=models.Q(('obligatory', False), ('role', 'additional'), _connector='OR'), name='only_additions_are_obligatory')],
                },
            ),
            migrations.CreateModel(
                name='EventRoom',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='event_room', to='catalogue.event')),
                    ('room', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='event_room', to='sessions_queue.waitingroom')),
                    ('is_open', models.BooleanField(default=False, editable=False, help_text="The event's page leads there.")),
                ],
                options={
                    'verbose_name': 'waiting room of an event',
                    'verbose_name_plural': 'waiting rooms of events',
                },
            ),
        ]),
        TrigramExtension(),
        migrations.RunSQL(FOLD, 'DROP FUNCTION catalogue_fold'),
        migrations.RunSQL(SEARCH, 'DROP INDEX catalogue_product_search, catalogue_event_search'),
        migrations.RunSQL(PRICES, 'DROP FUNCTION note_price_points'),
        migrations.RunSQL(STOCKS, 'DROP FUNCTION raise_versions_of_stock, stock_step'),
        AtOnce([
            pgtrigger.migrations.AddTrigger(
                model_name='manufacturer',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.manufacturer_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist a ON a.manufacturer_id = changed.id JOIN catalogue_product p ON p.artist_id = a.id JOIN catalogue_product_listed_in l ON l.product_id = p.id)); RETURN NULL;', hash='5b3e99f9ac8978dbcb7cf76c01de06f0eb76b4b8', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_732a8', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_manufacturer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='manufacturer',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.manufacturer_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist a ON a.manufacturer_id = changed.id JOIN catalogue_product p ON p.artist_id = a.id JOIN catalogue_product_listed_in l ON l.product_id = p.id)); RETURN NULL;', hash='7665f8bd979a1d370f0e4d74d6e1c1cfadbf808f', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_498e3', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_manufacturer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='manufacturer',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.manufacturer_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist a ON a.manufacturer_id = changed.id JOIN catalogue_product p ON p.artist_id = a.id JOIN catalogue_product_listed_in l ON l.product_id = p.id)); RETURN NULL;', hash='9fe97dc68e6dec687322d0ea26eced125a7ac964', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_e7f11', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_manufacturer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='manufacturer',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='6f3459941c2b283420bd4954af8eaa795e5677df', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_297f4', table='catalogue_manufacturer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='manufacturer',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.manufacturer', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.manufacturer:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='cd42200b6b4ae411bbaa53b670342fa80f1a7fb7', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b7235', table='catalogue_manufacturer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='manufacturer',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.manufacturer', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.manufacturer:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='51c462bffaf79448b5e6d90353d4ba4d58529182', operation='UPDATE', pgid='pgtrigger_audited_update_45ece', table='catalogue_manufacturer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event x ON x.venue_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.id)); RETURN NULL;', hash='591a34a216d7009da849ad032f69c7658f282bdd', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_545dd', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_venue', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event x ON x.venue_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.id)); RETURN NULL;', hash='5e440551667159016b69face4e0ae8993df2fd9c', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_79d42', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_venue', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event x ON x.venue_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.id)); RETURN NULL;', hash='3504faac52b13a90326afd21f52bf23bd30e23ec', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_be3d1', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_venue', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='d04c0f511fe9bdaf1d37cde55c7650cb11c3af6c', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_0f549', table='catalogue_venue', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='touch_changed', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='IF NEW.changed_at <= OLD.changed_at THEN\n            NEW.changed_at := greatest(statement_timestamp(), OLD.changed_at);\n        END IF;\n        RETURN NEW;', hash='bff0947e82a56f4fac55fff33b31239c6097ce0c', operation='UPDATE', pgid='pgtrigger_touch_changed_ac74d', table='catalogue_venue', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.venue', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.venue:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{changed_at,id}'::text[], to_jsonb(NEW) - '{changed_at,id}'::text[], '{}'::text[]); RETURN NULL;", hash='64d3a501b1cb48a8daf75082def4daa982ad7efd', operation='INSERT OR DELETE', pgid='pgtrigger_audited_10f58', table='catalogue_venue', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='venue',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."address" IS DISTINCT FROM (NEW."address") OR OLD."city" IS DISTINCT FROM (NEW."city") OR OLD."country_code" IS DISTINCT FROM (NEW."country_code") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."post_code" IS DISTINCT FROM (NEW."post_code") OR OLD."time_zone" IS DISTINCT FROM (NEW."time_zone"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.venue', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.venue:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{changed_at,id}'::text[], to_jsonb(NEW) - '{changed_at,id}'::text[], '{}'::text[]); RETURN NULL;", hash='3ad41a56f0661354630526bac07f9f6e2ab05e1f', operation='UPDATE', pgid='pgtrigger_audited_update_62f5c', table='catalogue_venue', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_artist_listed_in l ON l.artist_id = changed.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.artist_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_artists x ON x.artist_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id UNION SELECT l.shop_id FROM changed JOIN catalogue_tour_artists x ON x.artist_id = changed.id JOIN catalogue_tour_listed_in l ON l.tour_id = x.tour_id)); RETURN NULL;', hash='c5c38d6628a2f6e43a98ccb1c8ed8860cac90ee5', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_643d5', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_artist_listed_in l ON l.artist_id = changed.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.artist_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_artists x ON x.artist_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id UNION SELECT l.shop_id FROM changed JOIN catalogue_tour_artists x ON x.artist_id = changed.id JOIN catalogue_tour_listed_in l ON l.tour_id = x.tour_id)); RETURN NULL;', hash='b97bed89a8e78561f3d1420cd074004d512ea054', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_612dc', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_artist_listed_in l ON l.artist_id = changed.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.artist_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_artists x ON x.artist_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id UNION SELECT l.shop_id FROM changed JOIN catalogue_tour_artists x ON x.artist_id = changed.id JOIN catalogue_tour_listed_in l ON l.tour_id = x.tour_id)); RETURN NULL;', hash='e96eff37789b27c5cde12a989ca7015a3fc74324', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_42411', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='84cbfec4655d87a2189c981c4b6791bb513eed39', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_5d77f', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='touch_events', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.name IS DISTINCT FROM NEW.name)', func='UPDATE catalogue_event e SET changed_at = greatest(statement_timestamp(), e.changed_at)\nWHERE e.id IN (SELECT event_id FROM catalogue_event_artists WHERE artist_id = NEW.id); RETURN NULL;', hash='a5f33e020ac7b7d60dacac969ed72861210b7cca', operation='UPDATE OF "name"', pgid='pgtrigger_touch_events_83042', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.artist', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.artist:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{abstract,description,id}'::text[], to_jsonb(NEW) - '{abstract,description,id}'::text[], '{}'::text[]); RETURN NULL;", hash='e7de678777c7662572b0fb6e4285bfc01158787c', operation='INSERT OR DELETE', pgid='pgtrigger_audited_afd76', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artist',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.artist', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.artist:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{abstract,description,id}'::text[], to_jsonb(NEW) - '{abstract,description,id}'::text[], '{}'::text[]); RETURN NULL;", hash='1f2884d779f652303c4eb7dcda10f4c96bd75f0a', operation='UPDATE', pgid='pgtrigger_audited_update_933d5', table='catalogue_artist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='category',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_category_listed_in l ON l.category_id = changed.id)); RETURN NULL;', hash='9bcd3a80bafbf5b5be8af697443592b352e1d8db', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_17a0c', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_category', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='category',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_category_listed_in l ON l.category_id = changed.id)); RETURN NULL;', hash='5a2dcdd883abc6b0079b4a690bfd788d8dffb85c', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_a313a', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_category', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='category',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_category_listed_in l ON l.category_id = changed.id)); RETURN NULL;', hash='e22017c1b6139bd0dd03f4e528ce6e0d5f074b50', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_5f485', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_category', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='category',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='45445e76ee0532b877d288382c695bcbb01c4eb0', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_ce137', table='catalogue_category', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='category',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.category', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.category:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,disclaimer,display_name,id,name,subtitle}'::text[], to_jsonb(NEW) - '{description,disclaimer,display_name,id,name,subtitle}'::text[], '{}'::text[]); RETURN NULL;", hash='6408914d65a4e2adbba35d79f53ae12c68689d28', operation='INSERT OR DELETE', pgid='pgtrigger_audited_030d6', table='catalogue_category', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='category',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.category', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.category:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,disclaimer,display_name,id,name,subtitle}'::text[], to_jsonb(NEW) - '{description,disclaimer,display_name,id,name,subtitle}'::text[], '{}'::text[]); RETURN NULL;", hash='b0ccd642c96d051f9980345f315c9da386a4612a', operation='UPDATE', pgid='pgtrigger_audited_update_b1b76', table='catalogue_category', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.id)); RETURN NULL;', hash='f95590a8b947569445a8e30471bcbf78bf46a356', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_e35fd', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_event', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.id)); RETURN NULL;', hash='503f4007deea26d178e11ce16d2d75b0db7e17f0', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_9f247', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_event', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.id)); RETURN NULL;', hash='ab511a0bf671a2c3b9758dc5f72f90ccc063dc21', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_987ba', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_event', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='015c176be9658cb176a3f44624d5cff3c1eaedf2', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_0c6f9', table='catalogue_event', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='touch_changed', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='IF NEW.changed_at <= OLD.changed_at THEN\n            NEW.changed_at := greatest(statement_timestamp(), OLD.changed_at);\n        END IF;\n        RETURN NEW;', hash='b9d39954f73fa9bf9bbc6c5b1736a9559550898c', operation='UPDATE', pgid='pgtrigger_touch_changed_cc375', table='catalogue_event', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.event:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{changed_at,custom_tag,description,descriptive_name,disclaimer_text,external_link_text,html_details,id,name,seo_description,seo_title,sold_out_message}'::text[], to_jsonb(NEW) - '{changed_at,custom_tag,description,descriptive_name,disclaimer_text,external_link_text,html_details,id,name,seo_description,seo_title,sold_out_message}'::text[], '{}'::text[]); RETURN NULL;", hash='038c080104a7e5fc2707bf6f2f1b409fb9548439', operation='INSERT OR DELETE', pgid='pgtrigger_audited_9e47d', table='catalogue_event', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='event',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."active" IS DISTINCT FROM (NEW."active") OR OLD."cart_limit" IS DISTINCT FROM (NEW."cart_limit") OR OLD."check_in_end_at" IS DISTINCT FROM (NEW."check_in_end_at") OR OLD."check_in_start_at" IS DISTINCT FROM (NEW."check_in_start_at") OR OLD."checkin" IS DISTINCT FROM (NEW."checkin") OR OLD."created_at" IS DISTINCT FROM (NEW."created_at") OR OLD."custom_tag" IS DISTINCT FROM (NEW."custom_tag") OR OLD."custom_tag_de" IS DISTINCT FROM (NEW."custom_tag_de") OR OLD."custom_tag_en" IS DISTINCT FROM (NEW."custom_tag_en") OR OLD."custom_terms_anchor" IS DISTINCT FROM (NEW."custom_terms_anchor") OR OLD."default_amount" IS DISTINCT FROM (NEW."default_amount") OR OLD."description" IS DISTINCT FROM (NEW."description") OR OLD."description_de" IS DISTINCT FROM (NEW."description_de") OR OLD."description_en" IS DISTINCT FROM (NEW."description_en") OR OLD."descriptive_name" IS DISTINCT FROM (NEW."descriptive_name") OR OLD."descriptive_name_de" IS DISTINCT FROM (NEW."descriptive_name_de") OR OLD."descriptive_name_en" IS DISTINCT FROM (NEW."descriptive_name_en") OR OLD."disclaimer_text" IS DISTINCT FROM (NEW."disclaimer_text") OR OLD."disclaimer_text_de" IS DISTINCT FROM (NEW."disclaimer_text_de") OR OLD."disclaimer_text_en" IS DISTINCT FROM (NEW."disclaimer_text_en") OR OLD."display_map" IS DISTINCT FROM (NEW."display_map") OR OLD."distancing_amount" IS DISTINCT FROM (NEW."distancing_amount") OR OLD."door_time" IS DISTINCT FROM (NEW."door_time") OR OLD."external_link" IS DISTINCT FROM (NEW."external_link") OR OLD."external_link_text" IS DISTINCT FROM (NEW."external_link_text") OR OLD."external_link_text_de" IS DISTINCT FROM (NEW."external_link_text_de") OR OLD."external_link_text_en" IS DISTINCT FROM (NEW."external_link_text_en") OR OLD."force_section" IS DISTINCT FROM (NEW."force_section") OR OLD."force_ticket_amount" IS DISTINCT FROM (NEW."force_ticket_amount") OR OLD."happening_from" IS DISTINCT FROM (NEW."happening_from") OR OLD."happening_until" IS DISTINCT FROM (NEW."happening_until") OR OLD."hide_date" IS DISTINCT FROM (NEW."hide_date") OR OLD."hide_map" IS DISTINCT FROM (NEW."hide_map") OR OLD."html_details" IS DISTINCT FROM (NEW."html_details") OR OLD."html_details_de" IS DISTINCT FROM (NEW."html_details_de") OR OLD."html_details_en" IS DISTINCT FROM (NEW."html_details_en") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."image_id" IS DISTINCT FROM (NEW."image_id") OR OLD."kulturpass_url" IS DISTINCT FROM (NEW."kulturpass_url") OR OLD."leads" IS DISTINCT FROM (NEW."leads") OR OLD."local_organizer" IS DISTINCT FROM (NEW."local_organizer") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."name_de" IS DISTINCT FROM (NEW."name_de") OR OLD."name_en" IS DISTINCT FROM (NEW."name_en") OR OLD."only_hard_tickets" IS DISTINCT FROM (NEW."only_hard_tickets") OR OLD."only_online_tickets" IS DISTINCT FROM (NEW."only_online_tickets") OR OLD."owner_id" IS DISTINCT FROM (NEW."owner_id") OR OLD."owning_address" IS DISTINCT FROM (NEW."owning_address") OR OLD."owning_address2" IS DISTINCT FROM (NEW."owning_address2") OR OLD."owning_city" IS DISTINCT FROM (NEW."owning_city") OR OLD."owning_company" IS DISTINCT FROM (NEW."owning_company") OR OLD."owning_country_code" IS DISTINCT FROM (NEW."owning_country_code") OR OLD."owning_first_name" IS DISTINCT FROM (NEW."owning_first_name") OR OLD."owning_last_name" IS DISTINCT FROM (NEW."owning_last_name") OR OLD."owning_post_code" IS DISTINCT FROM (NEW."owning_post_code") OR OLD."personalization_requirement" IS DISTINCT FROM (NEW."personalization_requirement") OR OLD."policy_link" IS DISTINCT FROM (NEW."policy_link") OR OLD."presale_at" IS DISTINCT FROM (NEW."presale_at") OR OLD."seo_description" IS DISTINCT FROM (NEW."seo_description") OR OLD."seo_description_de" IS DISTINCT FROM (NEW."seo_description_de") OR OLD."seo_description_en" IS DISTINCT FROM (NEW."seo_description_en") OR OLD."seo_title" IS DISTINCT FROM (NEW."seo_title") OR OLD."seo_title_de" IS DISTINCT FROM (NEW."seo_title_de") OR OLD."seo_title_en" IS DISTINCT FROM (NEW."seo_title_en") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."sold_out_message" IS DISTINCT FROM (NEW."sold_out_message") OR OLD."sold_out_message_de" IS DISTINCT FROM (NEW."sold_out_message_de") OR OLD."sold_out_message_en" IS DISTINCT FROM (NEW."sold_out_message_en") OR OLD."stage_time" IS DISTINCT FROM (NEW."stage_time") OR OLD."transfer_when_scarce" IS DISTINCT FROM (NEW."transfer_when_scarce") OR OLD."vat_rate" IS DISTINCT FROM (NEW."vat_rate") OR OLD."venue_id" IS DISTINCT FROM (NEW."venue_id"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.event:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{changed_at,custom_tag,description,descriptive_name,disclaimer_text,external_link_text,html_details,id,name,seo_description,seo_title,sold_out_message}'::text[], to_jsonb(NEW) - '{changed_at,custom_tag,description,descriptive_name,disclaimer_text,external_link_text,html_details,id,name,seo_description,seo_title,sold_out_message}'::text[], '{}'::text[]); RETURN NULL;", hash='1f0ad7d98248f323a8db01cc7ae0623eb9f17bbf', operation='UPDATE', pgid='pgtrigger_audited_update_93725', table='catalogue_event', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricingcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='9e256e8fe4e0fe48a3d3cdd253a30ddfff97161c', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_073f9', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_pricingcategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricingcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='2206b225233135929aca4b3b4abbd2e36e4e7005', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_78522', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_pricingcategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricingcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='9535d0a14dff212626c7aacd0acc51e13265754a', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_f8df8', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_pricingcategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricingcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='edc114c431a53d51be5e0618603908a24af5d695', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_529bb', table='catalogue_pricingcategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricingcategory',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.pricingcategory', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.pricingcategory:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,name}'::text[], to_jsonb(NEW) - '{id,name}'::text[], '{}'::text[]); RETURN NULL;", hash='0ca8f29ec3dd3d831c94dd02e753a4046fbc2c56', operation='INSERT OR DELETE', pgid='pgtrigger_audited_e1277', table='catalogue_pricingcategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricingcategory',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.pricingcategory', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.pricingcategory:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,name}'::text[], to_jsonb(NEW) - '{id,name}'::text[], '{}'::text[]); RETURN NULL;", hash='1b5ea8e673469c90627f034e585b3a0138802b5d', operation='UPDATE', pgid='pgtrigger_audited_update_33d1d', table='catalogue_pricingcategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='product',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.follows_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id)); RETURN NULL;', hash='85ac3c36980f67d7d2fafe093bd5c0fb8737a002', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_e8bd6', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_product', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='product',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.follows_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id)); RETURN NULL;', hash='6d90bb7947e9055995c115059973c8f5c909ba00', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_fb8b9', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_product', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='product',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.follows_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id)); RETURN NULL;', hash='6cad48de8808f864a0e54b8eccb0057ddbf09431', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_9e762', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_product', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='product',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='80254b6e4856a3ff7a8b9dc63b0a72608c536dfe', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_fbcb5', table='catalogue_product', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='product',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.product', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.product:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{color,description,descriptive_name,disclaimer,external_url_text,id,list_price_prefix,list_price_value,material,name,product_type,seo_description,seo_title,sold_out_message,warnings}'::text[], to_jsonb(NEW) - '{color,description,descriptive_name,disclaimer,external_url_text,id,list_price_prefix,list_price_value,material,name,product_type,seo_description,seo_title,sold_out_message,warnings}'::text[], '{}'::text[]); RETURN NULL;", hash='68a6f2004503aae4a23a61f3dd6f6a597aa515ba', operation='INSERT OR DELETE', pgid='pgtrigger_audited_2ec0f', table='catalogue_product', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='product',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.product', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.product:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{color,description,descriptive_name,disclaimer,external_url_text,id,list_price_prefix,list_price_value,material,name,product_type,seo_description,seo_title,sold_out_message,warnings}'::text[], to_jsonb(NEW) - '{color,description,descriptive_name,disclaimer,external_url_text,id,list_price_prefix,list_price_value,material,name,product_type,seo_description,seo_title,sold_out_message,warnings}'::text[], '{}'::text[]); RETURN NULL;", hash='232c0115039106efcd449dc48872123552a87ff0', operation='UPDATE', pgid='pgtrigger_audited_update_c8b07', table='catalogue_product', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='infopanel',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='5fba03e784d0526bcb5c85ce480bdee8839ab5bc', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_a8159', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_infopanel', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='infopanel',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='1d7fd8114a6ad8bbeaf78fc5a843e77086658025', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_0babb', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_infopanel', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='infopanel',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='36ddda4375992b75e01184d31a2847430340108f', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_122d9', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_infopanel', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='infopanel',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='378d6128d92e571eca0f18752c2c125adf7358f9', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_bedde', table='catalogue_infopanel', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='infopanel',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.infopanel', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint), nullif(kept->>'title_de', '')), array_remove(ARRAY['catalogue.infopanel:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{description,id,title}'::text[], to_jsonb(NEW) - '{description,id,title}'::text[], '{}'::text[]); RETURN NULL;", hash='6dd84fc551d5b197b8506fe068f9fa18f6688ebf', operation='INSERT OR DELETE', pgid='pgtrigger_audited_5bb37', table='catalogue_infopanel', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='infopanel',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.infopanel', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint), nullif(kept->>'title_de', '')), array_remove(ARRAY['catalogue.infopanel:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{description,id,title}'::text[], to_jsonb(NEW) - '{description,id,title}'::text[], '{}'::text[]); RETURN NULL;", hash='3c904a0a0450fab5a7a1632b05ca6e6eab1348aa', operation='UPDATE', pgid='pgtrigger_audited_update_73127', table='catalogue_infopanel', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productincategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='043b634198104fdd8ebef7da705a427c31584fd3', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_178eb', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_productincategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productincategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='b84dd47a665a35335aaa41abd251c8c7b7fd4456', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_b0646', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_productincategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productincategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='8d97dc1846053f83b6d61a94c66d609eeb112858', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_b91d0', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_productincategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productincategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='7069c44b83b5b0fd0f8c8166b52a9fb78516aae5', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_47b6f', table='catalogue_productincategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productincategory',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.productincategory', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.productincategory:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='a78d359c62e5b236d0798a388a5a417d70e1cb3c', operation='INSERT OR DELETE', pgid='pgtrigger_audited_fab56', table='catalogue_productincategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productincategory',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.productincategory', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.productincategory:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='f76aa466d02109a8f67d5ec6440d3b8fedbc68b0', operation='UPDATE', pgid='pgtrigger_audited_update_cf68b', table='catalogue_productincategory', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productpicture',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='3bd02749ba7cef8caf5b3c62c15a874b7a4cbb08', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_a82d2', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_productpicture', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productpicture',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='f64128d4907fbb2470fefc102c8efad3a740f364', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_cdc93', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_productpicture', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productpicture',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='6d068a76674a0ceb73f1ec5bc2700f313219836f', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_afe32', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_productpicture', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productpicture',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='d6aaa39d0f033350ba755554f1b96bdd38dc90c6', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_365fc', table='catalogue_productpicture', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productpicture',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.productpicture', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.productpicture:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='ec887ea1c454240e427d11e5789c2fa902fc56ec', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b9049', table='catalogue_productpicture', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productpicture',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.productpicture', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.productpicture:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='8f030af32b7ff6eeb5b77f3053d3f5a9a9037dc7', operation='UPDATE', pgid='pgtrigger_audited_update_79173', table='catalogue_productpicture', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='4f433ba1247528717ba05ff30050cf42640b6fe5', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_4ab1f', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='755183406e998bd7303e659eaff7744e7d05ccdb', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_a2dec', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='47ec68b0774b00ec9f4c1f59ae72cd6281771e80', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_5aa21', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='8353944539d428e81142019d18062687b04bcfc2', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_bd96c', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='priced_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM note_price_points(array(SELECT changed.id FROM changed)); RETURN NULL;', hash='dfd6e0902fca188a7325893d3259dbb50531dcaa', level='STATEMENT', operation='INSERT', pgid='pgtrigger_priced_on_insert_cc5d9', referencing='REFERENCING NEW TABLE AS changed ', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='priced_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM note_price_points(array(SELECT changed.id FROM changed)); RETURN NULL;', hash='3810aa495485218b36a3a0ea4c87d77fdcc844d6', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_priced_on_update_847c1', referencing='REFERENCING NEW TABLE AS changed ', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.productvariant', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'description_de', '')), array_remove(ARRAY['catalogue.productvariant:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint, 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{description,description_subline,id,message}'::text[], to_jsonb(NEW) - '{description,description_subline,id,message}'::text[], '{}'::text[]); RETURN NULL;", hash='9fdf9b710b62378e6de3d978a45c074782e11e09', operation='INSERT OR DELETE', pgid='pgtrigger_audited_14d57', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productvariant',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.productvariant', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'description_de', '')), array_remove(ARRAY['catalogue.productvariant:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint, 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{description,description_subline,id,message}'::text[], to_jsonb(NEW) - '{description,description_subline,id,message}'::text[], '{}'::text[]); RETURN NULL;", hash='e2c7995a12a885aa10abd373379e0dd8c5eb432a', operation='UPDATE', pgid='pgtrigger_audited_update_02c87', table='catalogue_productvariant', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='88d8d9cc509673c4e7cb3ee778488cafa596d65c', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_b79dc', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='04c4fc44c52682bb29734d6463fe37eb72fb3433', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_eeed0', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='eb034714b66215520b41857bdc8f5f594b491ec2', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_df729', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='737ff2812f0614edc092d10459c53ed784854fab', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_ba7b9', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='priced_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM note_price_points(array(\n    SELECT changed.variant_id FROM changed WHERE changed.variant_id IS NOT NULL\n    UNION\n    SELECT v.id FROM changed JOIN catalogue_productvariant v ON v.product_id = changed.product_id\n)); RETURN NULL;', hash='ae22a5690f7208c7ae72cb5464e6468a00ccb19b', level='STATEMENT', operation='INSERT', pgid='pgtrigger_priced_on_insert_6b929', referencing='REFERENCING NEW TABLE AS changed ', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='priced_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM note_price_points(array(\n    SELECT changed.variant_id FROM changed WHERE changed.variant_id IS NOT NULL\n    UNION\n    SELECT v.id FROM changed JOIN catalogue_productvariant v ON v.product_id = changed.product_id\n)); RETURN NULL;', hash='7fc8d3bcfcdbc068f8c1b359801aa3ac40a640f5', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_priced_on_update_5a095', referencing='REFERENCING NEW TABLE AS changed ', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='priced_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM note_price_points(array(\n    SELECT changed.variant_id FROM changed WHERE changed.variant_id IS NOT NULL\n    UNION\n    SELECT v.id FROM changed JOIN catalogue_productvariant v ON v.product_id = changed.product_id\n)); RETURN NULL;', hash='956235b1d79f9a53d6e12f3ffa70a3683a798e73', level='STATEMENT', operation='DELETE', pgid='pgtrigger_priced_on_delete_ee86b', referencing='REFERENCING OLD TABLE AS changed ', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.price', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint), (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(description_de::text, '') FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), array_remove(ARRAY['catalogue.price:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint, 'catalogue.product:' || (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.event:' || (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.productvariant:' || (kept->>'variant_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='3f6bdd92650d8ecfbd7b1915c2a046cac8e4e5a6', operation='INSERT OR DELETE', pgid='pgtrigger_audited_df0a8', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='price',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.price', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint), (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(description_de::text, '') FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), array_remove(ARRAY['catalogue.price:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint, 'catalogue.product:' || (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.event:' || (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.productvariant:' || (kept->>'variant_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='8ec576615d11171cb73a7044ab4374f521164fcc', operation='UPDATE', pgid='pgtrigger_audited_update_b0de0', table='catalogue_price', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stock',
                trigger=pgtrigger.compiler.Trigger(name='version_on_step', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (least(OLD.free, NEW.free) <= 5 AND OLD.free <> NEW.free)', func='IF stock_step(OLD.free) <> stock_step(NEW.free) THEN\n            PERFORM raise_versions_of_stock(NEW.id);\n        END IF;\n        RETURN NULL;', hash='7671219f3a1923152420bb87b5b72e33fa5b075b', operation='UPDATE', pgid='pgtrigger_version_on_step_0cdf8', table='catalogue_stock', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stock',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='6393be78dd21bf06cd655c06d6ee1a2b7a87cb61', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_36105', table='catalogue_stock', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stock',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.stock', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.stock:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{free,held,id,sold,waiting}'::text[], to_jsonb(NEW) - '{free,held,id,sold,waiting}'::text[], '{}'::text[]); RETURN NULL;", hash='5247edeea5cfcc56f76334eb5c1f2a2d771d79f5', operation='INSERT OR DELETE', pgid='pgtrigger_audited_7fcb6', table='catalogue_stock', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stock',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."capacity" IS DISTINCT FROM (NEW."capacity") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."owner_id" IS DISTINCT FROM (NEW."owner_id") OR OLD."transfer_share" IS DISTINCT FROM (NEW."transfer_share"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.stock', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.stock:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{free,held,id,sold,waiting}'::text[], to_jsonb(NEW) - '{free,held,id,sold,waiting}'::text[], '{}'::text[]); RETURN NULL;", hash='04fa641041fd908f5ddf9beb810246807cfde645', operation='UPDATE', pgid='pgtrigger_audited_update_b29c8', table='catalogue_stock', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stockuse',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='6b8a4ed9e63aebdff59f443a90a68703ba217a23', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_31be5', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_stockuse', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stockuse',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='a02e5307c4cb0cc72adfce81395400d51b3cb0f4', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_f3a2b', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_stockuse', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stockuse',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='184827012b5cd1f532e606a95c4826aebdb65c64', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_80886', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_stockuse', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stockuse',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='ec71c7da389696ddf6d26c311fc872482bb409d1', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_c031e', table='catalogue_stockuse', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stockuse',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.stockuse', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(description_de::text, '') FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), (SELECT nullif(name::text, '') FROM catalogue_stock WHERE id = (kept->>'stock_id')::bigint)), array_remove(ARRAY['catalogue.stockuse:' || (kept->>'id'), 'catalogue.product:' || (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.event:' || (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.productvariant:' || (kept->>'variant_id')::bigint, 'catalogue.stock:' || (kept->>'stock_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='9c59fe9633c8c434d069e7a4685809b101a080f0', operation='INSERT OR DELETE', pgid='pgtrigger_audited_9b85d', table='catalogue_stockuse', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='stockuse',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.stockuse', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint)), (SELECT nullif(description_de::text, '') FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), (SELECT nullif(name::text, '') FROM catalogue_stock WHERE id = (kept->>'stock_id')::bigint)), array_remove(ARRAY['catalogue.stockuse:' || (kept->>'id'), 'catalogue.product:' || (SELECT product_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.event:' || (SELECT event_id FROM catalogue_productvariant WHERE id = (kept->>'variant_id')::bigint), 'catalogue.productvariant:' || (kept->>'variant_id')::bigint, 'catalogue.stock:' || (kept->>'stock_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='2c46fed9617aa89cb1447e12d871b43c36d02437', operation='UPDATE', pgid='pgtrigger_audited_update_c16c0', table='catalogue_stockuse', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tour',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.id)); RETURN NULL;', hash='4ba9b510b1f2aacab9c8f54c31745522467dc669', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_b7ea8', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_tour', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tour',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.id)); RETURN NULL;', hash='f8c1c3c620c2af3bc38cb5c92b163d524d9e76c1', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_7bc40', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_tour', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tour',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.id)); RETURN NULL;', hash='5bbe7c7f8bd1afe8046eefbc6ccb596233c4bdd4', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_0d765', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_tour', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tour',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='d37643bb4677967ea448653928a2496d2c78cda5', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_7e4f3', table='catalogue_tour', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tour',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tour', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.tour:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,id,name,subtitle}'::text[], to_jsonb(NEW) - '{description,id,name,subtitle}'::text[], '{}'::text[]); RETURN NULL;", hash='16cf60e6f40bd162b5f877c9e52bd5e214527ec3', operation='INSERT OR DELETE', pgid='pgtrigger_audited_33809', table='catalogue_tour', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tour',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tour', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.tour:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,id,name,subtitle}'::text[], to_jsonb(NEW) - '{description,id,name,subtitle}'::text[], '{}'::text[]); RETURN NULL;", hash='2594b9cf7a61bf5099202c352cfcad8ec25a0cd7', operation='UPDATE', pgid='pgtrigger_audited_update_5bb06', table='catalogue_tour', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourdate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.tour_id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='9b3a9853e22f21e3279e980f05fa1ed1a448cc83', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_fb354', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_tourdate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourdate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.tour_id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='cf21c31c221a7b83c7ba186a4ae01bdade71f017', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_06b7b', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_tourdate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourdate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.tour_id UNION SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='9dca9212658eb8f617a00f47e11ab2533bd88879', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_3e693', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_tourdate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourdate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='f58531bdbb265f346dea39bb98c4c1f8e04f311e', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_cf173', table='catalogue_tourdate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourdate',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tourdate', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_tour WHERE id = (kept->>'tour_id')::bigint), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.tourdate:' || (kept->>'id'), 'catalogue.tour:' || (kept->>'tour_id')::bigint, 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='ee17069e3be67160ca9b4af002d0ae1b1e67324d', operation='INSERT OR DELETE', pgid='pgtrigger_audited_a4d87', table='catalogue_tourdate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourdate',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tourdate', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_tour WHERE id = (kept->>'tour_id')::bigint), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.tourdate:' || (kept->>'id'), 'catalogue.tour:' || (kept->>'tour_id')::bigint, 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c7e192d00d097878a9ef0a6a0295aa5f48f43d69', operation='UPDATE', pgid='pgtrigger_audited_update_eecf8', table='catalogue_tourdate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricepoint',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.since < now())', func="RAISE EXCEPTION 'What was asked is not asked differently afterwards';", hash='63feda0fb8237f4cd5cdeff176fd9da8b63b716f', operation='UPDATE', pgid='pgtrigger_stays_84f61', table='catalogue_pricepoint', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricepoint',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='ef92ef2c4357ba5fefb0ba71db3109525c041974', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_17795', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_pricepoint', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricepoint',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='0d7307b148897b3b8cbf537e1bba15f40d539a44', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_fd8e7', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_pricepoint', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricepoint',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_productvariant x ON x.id = changed.variant_id JOIN catalogue_event_listed_in l ON l.event_id = x.event_id)); RETURN NULL;', hash='54390d1dc3f7fb2175d4097867aff5cf3b90375c', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_e98d7', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_pricepoint', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='pricepoint',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='5146c177b6267a49c23efdae024c1dd533e3ea98', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_fe3f5', table='catalogue_pricepoint', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.from_product_id)); RETURN NULL;', hash='425472bb47c129fb3b0f0a130636c7094db6b752', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_1d336', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_product_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.from_product_id)); RETURN NULL;', hash='df5d9e445b9b60c5fff4185e7d9391b67a0ab621', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_10263', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_product_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.from_product_id)); RETURN NULL;', hash='d16393ba2182dbd44e17467d83824df251e28bc9', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_a672f', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_product_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='3d72a01ed457d15c2637b03f4edbf91c04da8dcd', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_7b711', table='catalogue_product_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.relatedproduct', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'from_product_id')::bigint)), array_remove(ARRAY['catalogue.relatedproduct:' || (kept->>'id'), 'catalogue.product:' || (kept->>'from_product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='08c79f110bc7cbcf5987d362059d92600cc84fff', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b9de2', table='catalogue_product_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.relatedproduct', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'from_product_id')::bigint)), array_remove(ARRAY['catalogue.relatedproduct:' || (kept->>'id'), 'catalogue.product:' || (kept->>'from_product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='cab2b0608da1c048806194593b92e4abb9bd08e5', operation='UPDATE', pgid='pgtrigger_audited_update_33f91', table='catalogue_product_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='1659bd9b549b5d3038a70ffadd4437e16308eec5', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_6351a', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_product_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='e9d5c496efc81554f32f63b3f96516c28b98cc28', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_c6bb3', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_product_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.product_id)); RETURN NULL;', hash='b9e314b7a21acf5ae7f75f2bddaf90d727437916', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_4c5c4', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_product_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='350b4b3656aa5d9fb012df0ad73455a776b943de', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_25492', table='catalogue_product_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedevent',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.relatedevent', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.relatedevent:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c91022be8920f285bf6327be19a4dc402f097e93', operation='INSERT OR DELETE', pgid='pgtrigger_audited_97128', table='catalogue_product_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='relatedevent',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.relatedevent', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.relatedevent:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='ea068fa0c1df3e2f88293354bf3e86a9665f695a', operation='UPDATE', pgid='pgtrigger_audited_update_175ea', table='catalogue_product_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventcalendar',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='34465ba161af4637f78e926b58abc7420bb842cb', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_b08de', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_adventcalendar', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventcalendar',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='4a340c810de94d9370f491646f4a6f058ed1c33c', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_e5b34', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_adventcalendar', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventcalendar',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='65fa5fe9392fbaf045f96ee3fb3f06d12f4ed64e', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_5cfe0', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_adventcalendar', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventcalendar',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='30cbd207e1210b9e829afb5dd232af16f26f0a69', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_cd474', table='catalogue_adventcalendar', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventcalendar',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.adventcalendar', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'title_de', '')), array_remove(ARRAY['catalogue.adventcalendar:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,text,title}'::text[], to_jsonb(NEW) - '{id,text,title}'::text[], '{}'::text[]); RETURN NULL;", hash='4cc1bf53a47118396b62d12714d61643c6abce5e', operation='INSERT OR DELETE', pgid='pgtrigger_audited_89e36', table='catalogue_adventcalendar', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventcalendar',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.adventcalendar', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'title_de', '')), array_remove(ARRAY['catalogue.adventcalendar:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,text,title}'::text[], to_jsonb(NEW) - '{id,text,title}'::text[], '{}'::text[]); RETURN NULL;", hash='5b462d674a7cd147670ef2d39ca4b3348fd698be', operation='UPDATE', pgid='pgtrigger_audited_update_91180', table='catalogue_adventcalendar', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdoor',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT x.shop_id FROM changed JOIN catalogue_adventcalendar x ON x.id = changed.calendar_id)); RETURN NULL;', hash='b59c32679974e73d377c27b86c05d18edb89b573', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_e09be', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_adventdoor', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdoor',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT x.shop_id FROM changed JOIN catalogue_adventcalendar x ON x.id = changed.calendar_id)); RETURN NULL;', hash='5fa978b75864cca9cd229cdf413f811f563b80d4', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_8d3a7', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_adventdoor', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdoor',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT x.shop_id FROM changed JOIN catalogue_adventcalendar x ON x.id = changed.calendar_id)); RETURN NULL;', hash='2e14efc229f02f76f54202364658d554c45c9766', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_c0704', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_adventdoor', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdoor',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='fc9f27dae32a5aa18857b6afec118082475780f7', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_47763', table='catalogue_adventdoor', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdoor',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.adventdoor', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(title_de::text, '') FROM catalogue_adventcalendar WHERE id = (kept->>'calendar_id')::bigint), nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.adventdoor:' || (kept->>'id'), 'catalogue.adventcalendar:' || (kept->>'calendar_id')::bigint], NULL), to_jsonb(OLD) - '{id,name,solution,text}'::text[], to_jsonb(NEW) - '{id,name,solution,text}'::text[], '{}'::text[]); RETURN NULL;", hash='99a28e2fe0189506129ea40a0158e6a099e3432f', operation='INSERT OR DELETE', pgid='pgtrigger_audited_a7850', table='catalogue_adventdoor', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdoor',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.adventdoor', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(title_de::text, '') FROM catalogue_adventcalendar WHERE id = (kept->>'calendar_id')::bigint), nullif(kept->>'name_de', '')), array_remove(ARRAY['catalogue.adventdoor:' || (kept->>'id'), 'catalogue.adventcalendar:' || (kept->>'calendar_id')::bigint], NULL), to_jsonb(OLD) - '{id,name,solution,text}'::text[], to_jsonb(NEW) - '{id,name,solution,text}'::text[], '{}'::text[]); RETURN NULL;", hash='9e094317e4e8bcd24f4b2b45b03078e99af64cad', operation='UPDATE', pgid='pgtrigger_audited_update_6de27', table='catalogue_adventdoor', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seatmap',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='82a856be84a9548a5b893f31b2bc36f5c1f46c04', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_19c6e', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_seatmap', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seatmap',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='6293c78ea7f3b516813e8950ea18b4c4c4747e15', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_6525a', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_seatmap', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seatmap',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='413b45ea58c1ed265b5a541664d5879c9d344450', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_02813', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_seatmap', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seatmap',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='91cdf3216e120309c10a2c67368638afaafdfa74', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_c302c', table='catalogue_seatmap', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seatmap',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.seatmap', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.seatmap:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{bounding_box,graphics,id}'::text[], to_jsonb(NEW) - '{bounding_box,graphics,id}'::text[], '{}'::text[]); RETURN NULL;", hash='7d46033e211ea851d636735c8abd278c86e4a0bd', operation='INSERT OR DELETE', pgid='pgtrigger_audited_e22bc', table='catalogue_seatmap', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seatmap',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."event_id" IS DISTINCT FROM (NEW."event_id") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."imported_at" IS DISTINCT FROM (NEW."imported_at") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."size" IS DISTINCT FROM (NEW."size") OR OLD."version" IS DISTINCT FROM (NEW."version"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.seatmap', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['catalogue.seatmap:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{bounding_box,graphics,id}'::text[], to_jsonb(NEW) - '{bounding_box,graphics,id}'::text[], '{}'::text[]); RETURN NULL;", hash='bf20c5d852eee86b2dda550c2449cea9996cbebc', operation='UPDATE', pgid='pgtrigger_audited_update_21b57', table='catalogue_seatmap', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='seat',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."pricing_category_id" IS DISTINCT FROM (NEW."pricing_category_id") OR OLD."reserved_for" IS DISTINCT FROM (NEW."reserved_for") OR OLD."row_id" IS DISTINCT FROM (NEW."row_id"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.seat', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM catalogue_seatmap WHERE id = (SELECT seat_map_id FROM catalogue_seatsection WHERE id = (SELECT section_id FROM catalogue_seatrow WHERE id = (kept->>'row_id')::bigint)))), (SELECT nullif(name_de::text, '') FROM catalogue_seatsection WHERE id = (SELECT section_id FROM catalogue_seatrow WHERE id = (kept->>'row_id')::bigint)), (SELECT nullif(name::text, '') FROM catalogue_seatrow WHERE id = (kept->>'row_id')::bigint), nullif(kept->>'number', '')), array_remove(ARRAY['catalogue.seat:' || (kept->>'id'), 'catalogue.event:' || (SELECT event_id FROM catalogue_seatmap WHERE id = (SELECT seat_map_id FROM catalogue_seatsection WHERE id = (SELECT section_id FROM catalogue_seatrow WHERE id = (kept->>'row_id')::bigint))), 'catalogue.seatsection:' || (SELECT section_id FROM catalogue_seatrow WHERE id = (kept->>'row_id')::bigint), 'catalogue.seatrow:' || (kept->>'row_id')::bigint], NULL), to_jsonb(OLD) - '{id,place,run,x,y}'::text[], to_jsonb(NEW) - '{id,place,run,x,y}'::text[], '{}'::text[]); RETURN NULL;", hash='9c8428ecd57c4d71214e31a4571a4d04db8a4715', operation='UPDATE', pgid='pgtrigger_audited_update_9da7b', table='catalogue_seat', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdooritem',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT x.shop_id FROM changed JOIN catalogue_adventdoor d ON d.id = changed.adventdoor_id JOIN catalogue_adventcalendar x ON x.id = d.calendar_id)); RETURN NULL;', hash='f26138f97e91d816c1fc8b4b5e5cbb3858754eea', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_ae520', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_adventdoor_items', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdooritem',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT x.shop_id FROM changed JOIN catalogue_adventdoor d ON d.id = changed.adventdoor_id JOIN catalogue_adventcalendar x ON x.id = d.calendar_id)); RETURN NULL;', hash='2646fe1705765ba72539d8b8c3e4d9226323bb14', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_f9c2f', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_adventdoor_items', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdooritem',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT x.shop_id FROM changed JOIN catalogue_adventdoor d ON d.id = changed.adventdoor_id JOIN catalogue_adventcalendar x ON x.id = d.calendar_id)); RETURN NULL;', hash='2198d484e7c2a3dc9df9beec51a58a3bb65a3bfe', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_d3259', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_adventdoor_items', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdooritem',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='d1e79ac3de376ed6108863208a1b7ee016624cd4', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_abea1', table='catalogue_adventdoor_items', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdooritem',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.adventdoor_items', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(title_de::text, '') FROM catalogue_adventcalendar WHERE id = (SELECT calendar_id FROM catalogue_adventdoor WHERE id = (kept->>'adventdoor_id')::bigint))), array_remove(ARRAY['catalogue.adventdoor_items:' || (kept->>'id'), 'catalogue.adventcalendar:' || (SELECT calendar_id FROM catalogue_adventdoor WHERE id = (kept->>'adventdoor_id')::bigint)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='1a32d1a01d232d1032cf608139084efe9d12476f', operation='INSERT OR DELETE', pgid='pgtrigger_audited_364e8', table='catalogue_adventdoor_items', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='adventdooritem',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.adventdoor_items', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(title_de::text, '') FROM catalogue_adventcalendar WHERE id = (SELECT calendar_id FROM catalogue_adventdoor WHERE id = (kept->>'adventdoor_id')::bigint))), array_remove(ARRAY['catalogue.adventdoor_items:' || (kept->>'id'), 'catalogue.adventcalendar:' || (SELECT calendar_id FROM catalogue_adventdoor WHERE id = (kept->>'adventdoor_id')::bigint)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='ee53d7f257cb72f0a0351346323ca035359b3a9a', operation='UPDATE', pgid='pgtrigger_audited_update_920a6', table='catalogue_adventdoor_items', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artistlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='569f58f59f9803ecf76fa96ce056b57f15f981d8', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_267d6', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_artist_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artistlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='e58ba51776238ea272315d04f4b0b714dec00ca4', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_4b1d7', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_artist_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artistlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='905fd51dcf7650b4f16a553f3dfc2ea341f7b13d', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_ef881', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_artist_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artistlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='b933fbc734c424f7797205709fa024560bd0068b', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_c1c06', table='catalogue_artist_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artistlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.artist_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM catalogue_artist WHERE id = (kept->>'artist_id')::bigint)), array_remove(ARRAY['catalogue.artist_listed_in:' || (kept->>'id'), 'catalogue.artist:' || (kept->>'artist_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='7477356408a496d3fb3784cded0a38a660c67c50', operation='INSERT OR DELETE', pgid='pgtrigger_audited_4cd26', table='catalogue_artist_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='artistlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.artist_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM catalogue_artist WHERE id = (kept->>'artist_id')::bigint)), array_remove(ARRAY['catalogue.artist_listed_in:' || (kept->>'id'), 'catalogue.artist:' || (kept->>'artist_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='dbccb167ba866a63a899e6e5f9dfe0a5b91b8d17', operation='UPDATE', pgid='pgtrigger_audited_update_5511a', table='catalogue_artist_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='categorylisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='8187756e2d998ef38b2d052c40cdc01e095b0555', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_32170', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_category_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='categorylisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='a6edc21029eb172cd7890d87bc686f2177a07c65', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_0097c', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_category_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='categorylisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='d6df9c190efad83d2ce3add8abc7233f15358b12', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_d344d', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_category_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='categorylisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='f4146280f43fc89df9df673d2d1199a9e13f10ac', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_81e44', table='catalogue_category_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='categorylisting',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.category_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_category WHERE id = (kept->>'category_id')::bigint)), array_remove(ARRAY['catalogue.category_listed_in:' || (kept->>'id'), 'catalogue.category:' || (kept->>'category_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='da253a52b6def7ba29cb2a60c8e3a0c9e6977296', operation='INSERT OR DELETE', pgid='pgtrigger_audited_aa08e', table='catalogue_category_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='categorylisting',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.category_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_category WHERE id = (kept->>'category_id')::bigint)), array_remove(ARRAY['catalogue.category_listed_in:' || (kept->>'id'), 'catalogue.category:' || (kept->>'category_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='0f08fca8277712aa5a792bac2076a06a7e0b9934', operation='UPDATE', pgid='pgtrigger_audited_update_5f4fe', table='catalogue_category_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='a8857f9c0ca8ed77ab9c44d9e5e35ef7f8afc68f', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_731ba', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='3931efaccf7dfe329ebe4c289f2e5b7d9d22ca29', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_d0e2a', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='41ec77e3091602eb38172ba05a17dffd7525db35', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_46eef', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='23373aa4ae2dc3fe7cfefa37462a55d66e065301', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_b6f22', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='touch_events_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='UPDATE catalogue_event e SET changed_at = greatest(statement_timestamp(), e.changed_at)\nWHERE e.id IN (SELECT event_id FROM changed); RETURN NULL;', hash='ac7b3f75b16cbcbbdd78a0fb541ad733419661bb', level='STATEMENT', operation='INSERT', pgid='pgtrigger_touch_events_on_insert_ce2e0', referencing='REFERENCING NEW TABLE AS changed ', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='touch_events_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='UPDATE catalogue_event e SET changed_at = greatest(statement_timestamp(), e.changed_at)\nWHERE e.id IN (SELECT event_id FROM changed); RETURN NULL;', hash='c1a342c2168318c81c556000fd6b72243de1ff9c', level='STATEMENT', operation='DELETE', pgid='pgtrigger_touch_events_on_delete_9b2cb', referencing='REFERENCING OLD TABLE AS changed ', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_artists', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_artists:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c039e57f1f451d9580b771b663f32d39f5e9cd59', operation='INSERT OR DELETE', pgid='pgtrigger_audited_f3cab', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventartist',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_artists', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_artists:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='0a6d8354c24c6ee19a3969cf1615209b256863d0', operation='UPDATE', pgid='pgtrigger_audited_update_af2e0', table='catalogue_event_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='e740021f731c4a4159d60f36fea8293a936b19d5', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_bb4b7', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_event_categories', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='512ee3fa7b2d213721c8d3bea5c1d1e308fcaf57', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_b10b7', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_event_categories', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='8aed3ae4ea016c589b8e73c37f1be83bee406e7b', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_9b5a7', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_event_categories', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventcategory',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='edbdaa083c74a4d3adca87598dde515bd36922e5', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_03b45', table='catalogue_event_categories', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventcategory',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_categories', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_categories:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c388c93dd7442ae9d1e4371708026c580bec0cab', operation='INSERT OR DELETE', pgid='pgtrigger_audited_99a9d', table='catalogue_event_categories', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventcategory',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_categories', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_categories:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='d60a16f5a14fb8f944a1d918a57ce3f3e1ac28bf', operation='UPDATE', pgid='pgtrigger_audited_update_1bbd6', table='catalogue_event_categories', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='7115d544bc4ba164d7628a2e07db48223463af9b', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_c7019', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_event_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='25c58d5815a25663ad3a78887c79edf58b0c0953', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_ac046', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_event_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='dbf8ae06588c3416a9536d0abcbda09d86a5dfd7', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_096b2', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_event_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='bcfb101f7422f4e2c53750049b4fdcd6a65c32a1', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_01561', table='catalogue_event_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_listed_in:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='03bb01a024dfbc0e0e0eae7ef082b4faab143777', operation='INSERT OR DELETE', pgid='pgtrigger_audited_2b3f9', table='catalogue_event_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_listed_in:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='038e16f72439632c1d44c02138a45f97bafa1f43', operation='UPDATE', pgid='pgtrigger_audited_update_6404b', table='catalogue_event_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.from_event_id)); RETURN NULL;', hash='27a284520bd7e269dee84a9298606c81ae85a3e6', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_2faf2', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_event_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.from_event_id)); RETURN NULL;', hash='513d789b95c2ab8fa8eb808ee321fe8e090e19ee', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_63bd0', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_event_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.from_event_id)); RETURN NULL;', hash='96f5c5e559625d6eed5f15bdb4e865989b3e7dba', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_88f24', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_event_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedevent',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='6c233f208f6a9718ded2c13669ddb4f62672c428', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_bb9a2', table='catalogue_event_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedevent',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_related_events', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'from_event_id')::bigint)), array_remove(ARRAY['catalogue.event_related_events:' || (kept->>'id'), 'catalogue.event:' || (kept->>'from_event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='59401bb3f0a38146b82a633b2fc2ec3ae180bc76', operation='INSERT OR DELETE', pgid='pgtrigger_audited_bcfd5', table='catalogue_event_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedevent',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_related_events', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'from_event_id')::bigint)), array_remove(ARRAY['catalogue.event_related_events:' || (kept->>'id'), 'catalogue.event:' || (kept->>'from_event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='0fffde9b53b9fc0b7f67efab0e42869dac1f9e13', operation='UPDATE', pgid='pgtrigger_audited_update_93bed', table='catalogue_event_related_events', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='eef1ea9d1b0cc50e31fc225edaf4106c364a8720', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_0c766', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_event_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='9e9a0ccceb0bd6fe575012e06b03c1f4312de406', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_f9b0b', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_event_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='491ef0fff56de066d26970ea0e78a016751af539', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_fa6c1', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_event_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='fc732a24e4ff4893083c4fd8c6634934cbdc2360', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_255ae', table='catalogue_event_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_related_products', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_related_products:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='000deab1d2254cdec5246ecf4b72b2d9a0ffac88', operation='INSERT OR DELETE', pgid='pgtrigger_audited_4f7e6', table='catalogue_event_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventrelatedproduct',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.event_related_products', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['catalogue.event_related_products:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='565d0b6c22f64873980bc4b845f92caf1ac1955a', operation='UPDATE', pgid='pgtrigger_audited_update_0b4ff', table='catalogue_event_related_products', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='b9c6e906a6461e43645434956ae48c2c3dd4d59f', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_93465', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_product_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='ca605f74fa69e47f66e873eef4ed5b8fb3eb855a', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_24107', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_product_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='3cb4254dfdcc864f21fa60690910d5393e960ca1', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_6efda', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_product_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='7fdf7a8ac2038ab749a7b47ff1c007e98319cd26', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_a9b33', table='catalogue_product_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.product_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.product_listed_in:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='e60b90903f3173cdd4207a5312fc444999227514', operation='INSERT OR DELETE', pgid='pgtrigger_audited_cb1c2', table='catalogue_product_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='productlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.product_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'product_id')::bigint)), array_remove(ARRAY['catalogue.product_listed_in:' || (kept->>'id'), 'catalogue.product:' || (kept->>'product_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='61f05a9a0cf2becd70bf4f159d7c22b50912689f', operation='UPDATE', pgid='pgtrigger_audited_update_c4c6e', table='catalogue_product_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shownimage',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_productpicture x ON x.image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.overlay_listing_image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.overlay_detail_image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist x ON x.landscape_image_id = changed.id JOIN catalogue_artist_listed_in l ON l.artist_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist x ON x.square_image_id = changed.id JOIN catalogue_artist_listed_in l ON l.artist_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_category x ON x.square_image_id = changed.id JOIN catalogue_category_listed_in l ON l.category_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_tour x ON x.ticket_image_id = changed.id JOIN catalogue_tour_listed_in l ON l.tour_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_event x ON x.image_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_portrait_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.social_img_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.share_image_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.favicon_id = changed.id UNION SELECT x.shop_id FROM changed JOIN shop_news x ON x.image_id = changed.id)); RETURN NULL;', hash='e6546451e5a85fdae2f78147b46ee54009d52b6f', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_1a2eb', referencing='REFERENCING NEW TABLE AS after ', table='shop_image', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shownimage',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_productpicture x ON x.image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.overlay_listing_image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.overlay_detail_image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist x ON x.landscape_image_id = changed.id JOIN catalogue_artist_listed_in l ON l.artist_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist x ON x.square_image_id = changed.id JOIN catalogue_artist_listed_in l ON l.artist_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_category x ON x.square_image_id = changed.id JOIN catalogue_category_listed_in l ON l.category_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_tour x ON x.ticket_image_id = changed.id JOIN catalogue_tour_listed_in l ON l.tour_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_event x ON x.image_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_portrait_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.social_img_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.share_image_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.favicon_id = changed.id UNION SELECT x.shop_id FROM changed JOIN shop_news x ON x.image_id = changed.id)); RETURN NULL;', hash='3769bfe2ad132620949b5afa5ffcc078f608525e', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_36dbc', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='shop_image', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shownimage',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_productpicture x ON x.image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.product_id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.overlay_listing_image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_product x ON x.overlay_detail_image_id = changed.id JOIN catalogue_product_listed_in l ON l.product_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist x ON x.landscape_image_id = changed.id JOIN catalogue_artist_listed_in l ON l.artist_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_artist x ON x.square_image_id = changed.id JOIN catalogue_artist_listed_in l ON l.artist_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_category x ON x.square_image_id = changed.id JOIN catalogue_category_listed_in l ON l.category_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_tour x ON x.ticket_image_id = changed.id JOIN catalogue_tour_listed_in l ON l.tour_id = x.id UNION SELECT l.shop_id FROM changed JOIN catalogue_event x ON x.image_id = changed.id JOIN catalogue_event_listed_in l ON l.event_id = x.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_portrait_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.social_img_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.share_image_id = changed.id UNION SELECT x.id FROM changed JOIN shop_shop x ON x.favicon_id = changed.id UNION SELECT x.shop_id FROM changed JOIN shop_news x ON x.image_id = changed.id)); RETURN NULL;', hash='7d0496cb955b300bcf64c6eba498c7857b7e934b', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_91d0d', referencing='REFERENCING OLD TABLE AS before ', table='shop_image', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='shownimage',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='a2330e4eb84968216fa1b7774914d3df39870c44', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_61b07', table='shop_image', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.tour_id)); RETURN NULL;', hash='59e75a78b1a4ec8625be2fd6cedc67447f188e68', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_2e5ac', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_tour_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.tour_id)); RETURN NULL;', hash='f653b0a628b6821b536e13c883d28e24fc530906', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_fdc05', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_tour_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_tour_listed_in l ON l.tour_id = changed.tour_id)); RETURN NULL;', hash='db407741ac4653d4bfd4a192f3ab8f5844465fd8', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_834fd', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_tour_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourartist',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='f052c9c3fd0ea97740a9c9baebda1e9f1225f76a', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_9d0b4', table='catalogue_tour_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourartist',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tour_artists', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_tour WHERE id = (kept->>'tour_id')::bigint)), array_remove(ARRAY['catalogue.tour_artists:' || (kept->>'id'), 'catalogue.tour:' || (kept->>'tour_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='785a23a8867b13c1e7bc5d47356ddb01ed659292', operation='INSERT OR DELETE', pgid='pgtrigger_audited_dfacc', table='catalogue_tour_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourartist',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tour_artists', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_tour WHERE id = (kept->>'tour_id')::bigint)), array_remove(ARRAY['catalogue.tour_artists:' || (kept->>'id'), 'catalogue.tour:' || (kept->>'tour_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c02ab897798e3da76b9cca0e765b3efac7c923f9', operation='UPDATE', pgid='pgtrigger_audited_update_39226', table='catalogue_tour_artists', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='a12a30468d29a0157b1a3d4e716b1ba778c3ea98', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_1500e', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_tour_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='57ba045caa62b1aadaa84255b93efe5736a74eea', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_cb45e', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_tour_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT changed.shop_id FROM changed)); RETURN NULL;', hash='0e3cc776d834404a0779c57c73dda42fbd0951cc', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_d43fe', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_tour_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourlisting',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='a669eea7fd1ef5eb64a004ace568f0b57a93b7df', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_7c362', table='catalogue_tour_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tour_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_tour WHERE id = (kept->>'tour_id')::bigint)), array_remove(ARRAY['catalogue.tour_listed_in:' || (kept->>'id'), 'catalogue.tour:' || (kept->>'tour_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c1e5b1fb1d773974eae2aa3a8d093391a3c30333', operation='INSERT OR DELETE', pgid='pgtrigger_audited_9640d', table='catalogue_tour_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='tourlisting',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.tour_listed_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_tour WHERE id = (kept->>'tour_id')::bigint)), array_remove(ARRAY['catalogue.tour_listed_in:' || (kept->>'id'), 'catalogue.tour:' || (kept->>'tour_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='99fc96384f45c57c5fb1829c8a954780b4ff8e8d', operation='UPDATE', pgid='pgtrigger_audited_update_65ba4', table='catalogue_tour_listed_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='combination',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.bundle_id)); RETURN NULL;', hash='8614405df91833bf55e1436ea7b704fa81bce1d5', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_9b51b', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_combination', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='combination',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.bundle_id)); RETURN NULL;', hash='295519e9ccde0f764144f83c5f0a32b408aaa1ea', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_fca7f', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_combination', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='combination',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.bundle_id)); RETURN NULL;', hash='8636d549e8470023aa3a65dea9965c2a4d61af08', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_65d90', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_combination', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='combination',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='f6b3ab8e0530b52b6595977198be0aeb2a4fbf99', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_3dbbf', table='catalogue_combination', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='combination',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.combination', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'bundle_id')::bigint)), array_remove(ARRAY['catalogue.combination:' || (kept->>'id'), 'catalogue.product:' || (kept->>'bundle_id')::bigint], NULL), to_jsonb(OLD) - '{id,option_name,sold_out_message}'::text[], to_jsonb(NEW) - '{id,option_name,sold_out_message}'::text[], '{}'::text[]); RETURN NULL;", hash='f37c0c317b03498d74941458eea46c5d355d55b7', operation='INSERT OR DELETE', pgid='pgtrigger_audited_1ac51', table='catalogue_combination', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='combination',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.combination', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'bundle_id')::bigint)), array_remove(ARRAY['catalogue.combination:' || (kept->>'id'), 'catalogue.product:' || (kept->>'bundle_id')::bigint], NULL), to_jsonb(OLD) - '{id,option_name,sold_out_message}'::text[], to_jsonb(NEW) - '{id,option_name,sold_out_message}'::text[], '{}'::text[]); RETURN NULL;", hash='cfe3e17de7d399e421d05077db9ca205ed5b4e56', operation='UPDATE', pgid='pgtrigger_audited_update_3acf3', table='catalogue_combination', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bundlepart',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.bundle_id)); RETURN NULL;', hash='1b430cf7aa8c838fa951b4b454900b14b0923190', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_56855', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_bundlepart', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bundlepart',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.bundle_id)); RETURN NULL;', hash='4992bdf09d980264ca98b138c64b41d9b6ed7012', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_36120', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_bundlepart', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bundlepart',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_product_listed_in l ON l.product_id = changed.bundle_id)); RETURN NULL;', hash='449b4031e83600bbd3e812ed5b838c927d71a5ac', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_4fde3', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_bundlepart', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bundlepart',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='922ebc70cd852c4411cbba4b6e3734dc25f24b7b', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_0cbe0', table='catalogue_bundlepart', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bundlepart',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.bundlepart', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'bundle_id')::bigint)), array_remove(ARRAY['catalogue.bundlepart:' || (kept->>'id'), 'catalogue.product:' || (kept->>'bundle_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='53ec2f7b3fcf2923e0255240d985b36601b37311', operation='INSERT OR DELETE', pgid='pgtrigger_audited_4a399', table='catalogue_bundlepart', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bundlepart',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('catalogue.bundlepart', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_product WHERE id = (kept->>'bundle_id')::bigint)), array_remove(ARRAY['catalogue.bundlepart:' || (kept->>'id'), 'catalogue.product:' || (kept->>'bundle_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='db983f3682f60684f692a8c8c2b0e8a75e50e1fd', operation='UPDATE', pgid='pgtrigger_audited_update_c58ac', table='catalogue_bundlepart', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventroom',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='7e945d26658d354d23c6653ef23edfde9c4cfcf6', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_af9c3', referencing='REFERENCING NEW TABLE AS after ', table='catalogue_eventroom', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventroom',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='78b187536f9b07604bfd9160094426a554084b9d', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_03478', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='catalogue_eventroom', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventroom',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT l.shop_id FROM changed JOIN catalogue_event_listed_in l ON l.event_id = changed.event_id)); RETURN NULL;', hash='ef626cc5d172873765814439652a2efb0a49cf08', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_5c929', referencing='REFERENCING OLD TABLE AS before ', table='catalogue_eventroom', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='eventroom',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='b2df0401475c095dac76c3de79058b9270ca7893', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_c8e2c', table='catalogue_eventroom', when='AFTER')),
            ),
        ]),
    ]
