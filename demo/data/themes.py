"""The five themes: what each differs in from the model's defaults, token by token."""

from typing import Any

THEMES: dict[str, dict[str, Any]] = {
    # a wall of gig posters: warm paper, ink, one signal orange, condensed capitals
    "merchstand": {
        "paper": "#f7f2e6", "surface": "#efe7d6", "raised": "#fdfaf3", "ink": "#1a1613", "ink_soft": "#574e44",
        "line": "#1a1613", "accent": "#ff5a1f", "on_accent": "#1a1613", "accent_hover": "#1a1613",
        "on_accent_hover": "#f7f2e6", "highlight": "#ffcfb8", "on_highlight": "#1a1613", "positive": "#1b6336",
        "warning": "#7d4300", "danger": "#a81419", "focus": "#1746d1", "header": "#f7f2e6", "on_header": "#1a1613",
        "hero_colour": "#ff5a1f", "on_hero": "#1a1613",
        "font_display": "archivo", "font_display_width": 62, "font_display_weight": 850, "display_case": "uppercase",
        "display_tracking": "-0.01", "display_leading": "0.86", "text_scale": 1,
        "radius_card": 0, "radius_control": 0, "radius_image": 0, "border_width": 2, "border_style": "solid",
        "shadow": "none", "texture": "paper", "texture_opacity": "0.35", "motion_duration": 140,
        "motion_ease": "ease-out", "density": 1, "card_gap": "1.25", "image_frame": "none", "price_style": "plain",
        "opening": "poster", "heading_style": "plain", "card_style": "plain", "divider": "perforation",
    },
    # dream pop after midnight: violet to petrol, dusty pink light, grain; the dark one
    "nachtfalter": {
        "paper": "#171029", "surface": "#20173a", "raised": "#2b2050", "ink": "#f3e7ef", "ink_soft": "#bfaecb",
        "line": "#57437d", "accent": "#e3a3bd", "on_accent": "#1d1033", "accent_hover": "#f6cfdd",
        "on_accent_hover": "#1d1033", "highlight": "#1e5a66", "on_highlight": "#f3e7ef", "positive": "#86d9b4",
        "warning": "#f0c184", "danger": "#ff9fa6", "focus": "#9ad7e0", "header": "#171029", "on_header": "#f3e7ef",
        "hero_colour": "#0c0820", "on_hero": "#fbeef4",
        "font_display": "playfair", "font_display_width": 100, "font_display_weight": 500, "display_case": "none",
        "display_tracking": "-0.02", "display_leading": "1.02", "text_scale": "1.02",
        "radius_card": 6, "radius_control": 22, "radius_image": 6, "border_width": 1, "border_style": "solid",
        "shadow": "soft", "texture": "grain", "texture_opacity": "0.35", "motion_duration": 200,
        "motion_ease": "ease-out", "density": "1.1", "card_gap": "1.75", "image_frame": "none",
        "price_style": "plain",
        "opening": "stage", "heading_style": "centred", "card_style": "wings", "divider": "moon",
    },
    # a photocopied zine: recycled paper, toner, tape, one yellow marker
    "kellerkind": {
        "paper": "#ddd7c7", "surface": "#e9e4d6", "raised": "#f4f0e5", "ink": "#161515", "ink_soft": "#4a463e",
        "line": "#161515", "accent": "#ffdd00", "on_accent": "#161515", "accent_hover": "#161515",
        "on_accent_hover": "#ffdd00", "highlight": "#ffdd00", "on_highlight": "#161515", "positive": "#1d5a2c",
        "warning": "#733c00", "danger": "#9c1218", "focus": "#0b3fa8", "header": "#161515", "on_header": "#f4f0e5",
        "hero_colour": "#ffdd00", "on_hero": "#161515",
        "font_display": "syne-mono", "font_display_width": 100, "font_display_weight": 400, "display_case": "none",
        "display_tracking": "-0.05", "display_leading": "1", "text_scale": "0.98",
        "radius_card": 0, "radius_control": 2, "radius_image": 0, "border_width": 2, "border_style": "dashed",
        "shadow": "hard", "texture": "halftone", "texture_opacity": "0.3", "motion_duration": 90,
        "motion_ease": "steps(3)", "density": "0.95", "card_gap": "1.5", "image_frame": "tape",
        "price_style": "marker",
        "opening": "collage", "heading_style": "cuttings", "card_style": "crooked", "divider": "torn",
    },
    # a door without a name: black, acid green, very wide, no round corner
    "geheimbund": {
        "paper": "#0a0b0a", "surface": "#131513", "raised": "#1d201d", "ink": "#eef2e8", "ink_soft": "#a9b1a3",
        "line": "#3b423a", "accent": "#c0f40c", "on_accent": "#0a0b0a", "accent_hover": "#eef2e8",
        "on_accent_hover": "#0a0b0a", "highlight": "#2c3a05", "on_highlight": "#dcff66", "positive": "#a3e635",
        "warning": "#f5c542", "danger": "#ff8a80", "focus": "#c0f40c", "header": "#0a0b0a", "on_header": "#c0f40c",
        "hero_colour": "#0a0b0a", "on_hero": "#c0f40c",
        "font_display": "unbounded", "font_display_width": 100, "font_display_weight": 800,
        "display_case": "uppercase", "display_tracking": "0", "display_leading": "1", "text_scale": "0.95",
        "radius_card": 0, "radius_control": 0, "radius_image": 0, "border_width": 1, "border_style": "solid",
        "shadow": "none", "texture": "moire", "texture_opacity": "0.25", "motion_duration": 60,
        "motion_ease": "linear", "density": "0.9", "card_gap": "0.25", "image_frame": "none", "price_style": "plain",
        "opening": "dark", "heading_style": "plain", "card_style": "grid", "divider": "stripes",
    },
    # Sunday brass: cream, bordeaux and gold, a soft serif, scallops and rays
    "goldkante": {
        "paper": "#fbf1de", "surface": "#f6e5c6", "raised": "#fffaf0", "ink": "#3d0a1a", "ink_soft": "#6d3a42",
        "line": "#c79a3a", "accent": "#7a1230", "on_accent": "#fff0d6", "accent_hover": "#d9a93c",
        "on_accent_hover": "#3d0a1a", "highlight": "#e9bc55", "on_highlight": "#3d0a1a", "positive": "#2a5a2e",
        "warning": "#7a4200", "danger": "#a1121c", "focus": "#7a1230", "header": "#7a1230", "on_header": "#ffecc8",
        "hero_colour": "#7a1230", "on_hero": "#ffecc8",
        "font_display": "fraunces", "font_display_width": 100, "font_display_weight": 700, "display_case": "none",
        "display_tracking": "-0.02", "display_leading": "1", "text_scale": "1.05",
        "radius_card": 18, "radius_control": 24, "radius_image": 14, "border_width": 2, "border_style": "solid",
        "shadow": "soft", "texture": "rays", "texture_opacity": "0.12", "motion_duration": 180,
        "motion_ease": "ease-out", "density": "1.1", "card_gap": "1.75", "image_frame": "scallop",
        "price_style": "brass",
        "opening": "arch", "heading_style": "centred", "card_style": "mounted", "divider": "scallops",
    },
}  # fmt: skip
